/** A bucket's store refused a request. The message is one line and holds no secret. */
export class StoreRefusal extends Error {}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const longest = 300

/**
 * What a store said, as an error. S3's errors are XML with a code and a message; a proxy in front may answer with
 * anything else, of which nothing is repeated but plain text.
 */
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
