const retryPolicy = {
  maxAttempts: 5,
  initialBackoff: "0.05s",
  maxBackoff: "1s",
  backoffMultiplier: 2,
  retryableStatusCodes: ["UNAVAILABLE"],
};

/**
 * The gRPC service config that a client uses unless told otherwise: round robin over the server's
 * addresses, and retries of UNAVAILABLE only.
 */
export const defaultServiceConfig: object = {
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [
        { service: "upwords.referee.v1.RefereeService" },
        { service: "upwords.referee.v1.LexiconService" },
      ],
      timeout: "10s",
      retryPolicy,
    },
    {
      name: [{ service: "upwords.referee.v1.RefereeService", method: "StreamJudgeMoves" }],
      retryPolicy,
    },
  ],
  retryThrottling: { maxTokens: 500, tokenRatio: 0.5 },
  healthCheckConfig: { serviceName: "upwords.referee.v1.RefereeService" },
};
