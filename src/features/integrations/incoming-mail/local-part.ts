export interface ChannelMailOptions {
  readonly showsSender: boolean
  readonly keepsSignature: boolean
  readonly keepsQuotes: boolean
  readonly prefersHtml: boolean
}

interface LocalPart {
  readonly secret: string
  readonly options: ChannelMailOptions
}

/** The local part of an address: a readable name, the secret, and options, separated by points or plus signs. */
export function parseLocalPart(text: string): LocalPart | undefined {
  if (text.length > 256) return undefined
  const [, secret, ...options] = text.toLowerCase().split(/[.+]/)
  const has = (name: string) => options.includes(name)
  return secret === undefined
    ? undefined
    : {
        secret,
        options: {
          showsSender: has('show-sender'),
          keepsSignature: has('include-footer'),
          keepsQuotes: has('include-quotes'),
          prefersHtml: has('prefer-html'),
        },
      }
}
