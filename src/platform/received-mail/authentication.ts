export interface AuthenticationResult {
  /** The name of the checking server, in lower case. */
  readonly server: string
  /** Each method's results, in lower case: `{ spf: ['pass'], dkim: ['pass', 'fail'] }`. */
  readonly methods: Readonly<Record<string, readonly string[]>>
}

/** Undefined if invalid. Comments and quoted strings are removed, so that they can't look like results. */
export function parseAuthentication(header: string): AuthenticationResult | undefined {
  const plain = withoutComments(header)
  const [first = '', ...results] = plain.split(';')
  const server = /^\s*"?([^\s"]+)"?/.exec(first)?.[1]?.toLowerCase()
  if (!server) return undefined
  const methods: Record<string, string[]> = {}
  for (const result of results) {
    const match = /^\s*([a-z][a-z0-9-]*)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(result)
    if (!match) continue
    const method = (match[1] as string).toLowerCase()
    if (!Object.hasOwn(methods, method)) methods[method] = []
    methods[method]?.push((match[2] as string).toLowerCase())
  }
  return { server, methods }
}

function withoutComments(text: string): string {
  let depth = 0
  let isQuoted = false
  let kept = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === '\\') at++
    else if (depth === 0 && letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth++
    else if (!isQuoted && letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && !isQuoted) kept += letter
  }
  return kept
}

/** DMARC decides; without it, one pass of SPF or DKIM is enough, otherwise one failure counts. */
export function isForged({ methods }: AuthenticationResult): boolean {
  const says = (method: string, result: string) => methods[method]?.includes(result) ?? false
  if (says('dmarc', 'pass')) return false
  if (says('dmarc', 'fail')) return true
  if (says('spf', 'pass') || says('dkim', 'pass')) return false
  return says('spf', 'fail') || says('dkim', 'fail')
}

/** Whether the From address is verified. SPF and DKIM alone can pass for a different domain. */
export const isAuthentic = ({ methods: { dmarc = [] } }: AuthenticationResult): boolean =>
  dmarc.length > 0 && dmarc.every((result) => result === 'pass')
