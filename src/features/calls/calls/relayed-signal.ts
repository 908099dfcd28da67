/** Candidates with an address of the person, as lines of a description or on their own; line ends are escaped in JSON. */
const direct = /candidate:[^"\\\r\n]* typ (?:host|srflx|prflx)\b[^"\\\r\n]*/g
/** Where a relayed candidate comes from. */
const origin = / raddr [^\s"\\]+ rport \d+/g

/** What browsers tell each other to connect, with no address but those of relays. */
export const withoutAddresses = (signal: string): string =>
  signal
    .replaceAll(/a=candidate:[^"\\\r\n]* typ (?:host|srflx|prflx)\b[^"\\\r\n]*(?:\\r\\n|\r?\n)?/g, '')
    .replaceAll(direct, '')
    .replaceAll(origin, ' raddr 0.0.0.0 rport 0')
