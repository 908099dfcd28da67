import { decodedComponent, uploadsPath } from '#contract'
import { attributeIn } from '#platform/html'
import { topicLinks } from '#platform/markdown'
import type { ProfileText } from '../../../people/users/extension-points.ts'
import { endingsOf, hostOf } from './hosts.ts'
import type { RuleList } from './rule-list.ts'
import type { Condition } from './wire.ts'

/** Conditions that depend on a single message. */
type ContentCondition = Exclude<Condition, { kind: 'repeats' | 'flood' }>

interface InspectedText {
  readonly content: string
  readonly html: string
}

/** Tags of links, pictures, and mentions in rendered messages. perf: formulas have many other spans. */
const tags = /<(?:(?:a|audio|img)\s|span class="(?:user|user-group|topic)-mention\b)[^<>]*>/g

/** A message or topic to match against rules. Its words, links, mentions, and files are extracted on first use. */
export class Inspection {
  readonly #rules: RuleList
  readonly #realmUrl: string
  readonly #text: string
  readonly #html: string
  readonly #urls: readonly string[]
  #words: ReadonlySet<number> | undefined
  #contents: Contents | undefined

  /** `realmUrl` is the organization's URL, whose links are always allowed. */
  constructor(rules: RuleList, realmUrl: string, { content, html }: InspectedText, urls: readonly string[] = []) {
    this.#rules = rules
    this.#realmUrl = realmUrl
    this.#text = content
    this.#html = html
    this.#urls = urls
  }

  static ofTopic(rules: RuleList, realmUrl: string, topic: string): Inspection {
    const urls = topicLinks(topic, []).map(({ url }) => url)
    return new Inspection(rules, realmUrl, { content: topic, html: '' }, urls)
  }

  static ofProfileText(rules: RuleList, realmUrl: string, { content, html }: ProfileText): Inspection {
    return html ? new Inspection(rules, realmUrl, { content, html }) : Inspection.ofTopic(rules, realmUrl, content)
  }

  matches(ruleId: number, condition: ContentCondition): boolean {
    if (condition.kind === 'words') {
      this.#words ??= this.#rules.words.idsIn(this.#text)
      return this.#words.has(ruleId)
    }
    this.#contents ??= contentsOf(this.#html, this.#urls, this.#realmUrl)
    const { hosts, mentioned, hasWildcard, files } = this.#contents
    if (condition.kind === 'mentions') return hasWildcard || mentioned.size > condition.max
    const items = this.#rules.itemsOf(condition)
    const isListed = (endings: readonly string[]) => endings.some((ending) => items.has(ending))
    if (condition.kind === 'files') return files.some(isListed)
    return hosts.some((endings) => isListed(endings) === (condition.mode === 'never'))
  }
}

interface Contents {
  /** The endings of hosts other than the organization's. */
  readonly hosts: readonly (readonly string[])[]
  readonly mentioned: ReadonlySet<string>
  readonly hasWildcard: boolean
  /** The endings of the names of linked uploads, in lower case. */
  readonly files: readonly (readonly string[])[]
}

function contentsOf(html: string, urls: readonly string[], realmUrl: string): Contents {
  const links = [...urls]
  const mentioned = new Set<string>()
  let hasWildcard = false
  for (const [tag] of html.matchAll(tags)) {
    if (!tag.startsWith('<span')) links.push(unescaped(addressIn(tag)))
    else if (attributeIn(tag, 'class').endsWith(' silent')) continue
    else if (tag.includes(' data-user-id="*"') || tag.startsWith('<span class="topic-mention')) hasWildcard = true
    else mentioned.add(tag)
  }
  const isFile = (url: string) => url.includes(uploadsPath)
  const hosts = new Set(links.map((url) => hostOf(url, realmUrl)))
  for (const host of ['', hostOf(realmUrl)]) hosts.delete(host)
  return {
    hosts: [...hosts].map(endingsOf),
    mentioned,
    hasWildcard,
    files: links.filter(isFile).map((url) => endingsOf(fileNameOf(url).toLowerCase())),
  }
}

/** The URL of a link or, for pictures, which have no link, of the uploaded file. */
const addressIn = (tag: string): string =>
  tag.startsWith('<img') ? attributeIn(tag, 'data-original-src') : attributeIn(tag, 'href') || attributeIn(tag, 'src')

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const fileNameOf = (url: string): string => decodedComponent(url.replace(/[?#].*$/s, ''))
