/**
 * Whether a client, by its User-Agent, is known to be too old for this server: the mobile app before its rewrite
 * (`ZulipMobile/27.233`, not maintained anymore), its predecessors, and desktop apps before version 5. Other clients
 * are let through.
 */
export function isIncompatible(userAgent: string): boolean {
  if (/^ZulipMobile\/\d/.test(userAgent) || /^Zulip(iOS|Android)\//i.test(userAgent)) return true
  const desktop = /\bZulip(?:Electron|Desktop)\/(\d+)\./.exec(userAgent)
  return desktop !== null && Number(desktop[1]) < 5
}
