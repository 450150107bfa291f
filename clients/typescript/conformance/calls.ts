import {
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import {
  type CallOptions,
  create,
  LexiconService,
  type RefereeClient,
  RefereeService,
} from "@upwords-referee/client";
import { HealthCheckRequestSchema, HealthCheckResponseSchema } from "#gen/grpc/health/v1/health_pb.js";

/** Puts a request as it stands in a line, and returns the response as it shall stand in one. */
export type Call = (client: RefereeClient, request: unknown, options: CallOptions) => Promise<unknown>;

const referee = RefereeService.method;
const lexicon = LexiconService.method;

export const calls = new Map<string, Call>([
  unary(referee.judgeMove, (client, request, options) => client.judgeMove(request, options)),
  unary(referee.batchJudgeMoves, (client, request, options) => client.batchJudgeMoves(request, options)),
  unary(referee.findPlays, (client, request, options) => client.findPlays(request, options)),
  unary(referee.inspectPosition, (client, request, options) => client.inspectPosition(request, options)),
  unary(referee.adjudicateChallenge, (client, request, options) =>
    client.adjudicateChallenge(request, options),
  ),
  unary(referee.judgeGame, (client, request, options) => client.judgeGame(request, options)),
  unary(referee.listRulesets, async (client, _, options) => ({
    rulesets: await client.listRulesets(options),
  })),
  unary(referee.getRuleset, async (client, { id }, options) => ({
    ruleset: await client.getRuleset(id, options),
  })),
  unary(lexicon.checkWords, (client, request, options) => client.checkWords(request, options)),
  unary(lexicon.listLexicons, async (client, _, options) => ({
    lexicons: await client.listLexicons(options),
  })),
  unary(lexicon.getLexicon, async (client, { id }, options) => ({
    lexicon: await client.getLexicon(id, options),
  })),
  ["StreamJudgeMoves", stream],
  ["Check", checkHealth],
  ["CheckHealth", checkHealth],
]);

function unary<I extends DescMessage, O extends DescMessage>(
  { name, input, output }: DescMethodUnary<I, O>,
  ask: (
    client: RefereeClient,
    request: MessageShape<I>,
    options: CallOptions,
  ) => Promise<MessageInitShape<O>>,
): [string, Call] {
  return [
    name,
    async (client, request, options) => {
      const answer = await ask(client, decode(input, request), options);
      return encode(output, create(output, answer));
    },
  ];
}

async function stream(client: RefereeClient, request: unknown, options: CallOptions): Promise<string[]> {
  if (!Array.isArray(request)) {
    throw new TypeError("the request of a stream is a list");
  }
  const { input, output } = referee.streamJudgeMoves;
  const questions = request.map((each) => decode(input, each));
  const conversation = client.streamJudgeMoves(options);
  const send = async () => {
    for (const question of questions) {
      // False: the server ended the stream; what it ended with is received below.
      if (!(await conversation.send(question.id, question.request))) {
        return;
      }
    }
    conversation.close();
  };
  const receive = async () => {
    const answers: string[] = [];
    for await (const answer of conversation) {
      answers.push(encode(output, answer));
    }
    return answers;
  };
  const [answers] = await Promise.all([receive(), send()]);
  return answers;
}

async function checkHealth(client: RefereeClient, request: unknown, options: CallOptions): Promise<string> {
  const { service } = decode(HealthCheckRequestSchema, request);
  const status = await client.checkHealth(service, options);
  return encode(HealthCheckResponseSchema, create(HealthCheckResponseSchema, { status }));
}

function decode<D extends DescMessage>(schema: D, encoded: unknown): MessageShape<D> {
  if (typeof encoded !== "string") {
    throw new TypeError("a request is a text in base64");
  }
  return fromBinary(schema, Buffer.from(encoded, "base64"));
}

function encode<D extends DescMessage>(schema: D, message: MessageShape<D>): string {
  return Buffer.from(toBinary(schema, message)).toString("base64");
}
