/**
 * Whether a client, by its User-Agent, is known to be too old for what this server says and expects: the mobile app
 * before it was written anew (`ZulipMobile/27.233`; nobody adapts it to newer servers any more), its forerunners, and
 * desktop programs before their fifth release. Of everything else nothing is known, and it may try.
 */
export function isIncompatible(userAgent: string): boolean {
  if (/^ZulipMobile\/\d/.test(userAgent) || /^Zulip(iOS|Android)\//i.test(userAgent)) return true
  const desktop = /\bZulip(?:Electron|Desktop)\/(\d+)\./.exec(userAgent)
  return desktop !== null && Number(desktop[1]) < 5
}
