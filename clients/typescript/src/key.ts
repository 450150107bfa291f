import { BlockList, isIP, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Tells whether a key can be sent as a header, so that none ends up in a message of gRPC. */
export function isKey(key: string): boolean {
  return /^[!-~]+$/.test(key);
}

/** Tells whether a target surely is this machine; a form that it does not know is not. */
export function isLoopback(target: string): boolean {
  if (target.startsWith("unix:")) {
    return true;
  }
  const host = hostOf(target.replace(/^dns:(\/\/\/)?/, ""));
  return host === "localhost" || (isIP(host) !== 0 && loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4"));
}

function hostOf(address: string): string {
  const bracketed = /^\[(.*)\](:\d+)?$/.exec(address);
  return bracketed?.[1] ?? (isIPv6(address) ? address : address.replace(/:\d+$/, ""));
}
