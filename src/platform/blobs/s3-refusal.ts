/** The store rejected a request. The message is one line without secrets. */
export class StoreRefusal extends Error {}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const longest = 300

/** Converts an error response: S3's XML, or from a proxy only plain text. */
export function refusalOf(asked: string, status: number | undefined, text: string): StoreRefusal {
  const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  const said = [field('Code'), field('Message')].filter(Boolean).join(': ')
  const plain = said || (text.trimStart().startsWith('<') ? '' : text)
  const line = plain
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] as string)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
  return new StoreRefusal(`The file store answered ${asked} with ${status ?? 'nothing'}${line && `: ${line}`}`)
}
