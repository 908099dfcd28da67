import { decodedComponent, uploadsPath } from '#contract'
import { attributeIn } from '#platform/html'
import { topicLinks } from '#platform/markdown'
import { hostOf, isWithin } from './hosts.ts'
import type { RuleList } from './rule-list.ts'
import type { Condition } from './wire.ts'

/** Conditions that depend on a single message. */
type ContentCondition = Exclude<Condition, { kind: 'repeats' | 'flood' }>

interface Inspected {
  readonly content: string
  readonly html: string
}

/** Tags of links, pictures, and mentions in rendered messages. perf: formulas have many other spans. */
const tags = /<(?:(?:a|audio|img)\s|span class="(?:user|user-group|topic)-mention\b)[^<>]*>/g

/** A message or topic that rules are matched against. What they look for is computed when first needed. */
export class Inspection {
  readonly #rules: RuleList
  readonly #realmUrl: string
  readonly #text: string
  readonly #html: string
  readonly #urls: readonly string[]
  #words: ReadonlySet<number> | undefined
  #found: Found | undefined

  /** `realmUrl` is the organization's URL, whose links are always allowed. */
  constructor(rules: RuleList, realmUrl: string, { content, html }: Inspected, urls: readonly string[] = []) {
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

  matches(ruleId: number, condition: ContentCondition): boolean {
    if (condition.kind === 'words') {
      this.#words ??= this.#rules.words.idsIn(this.#text)
      return this.#words.has(ruleId)
    }
    this.#found ??= foundIn(this.#html, this.#urls, this.#realmUrl)
    const { hosts, mentioned, hasWildcard, files } = this.#found
    if (condition.kind === 'mentions') return hasWildcard || mentioned.size > condition.max
    if (condition.kind === 'files')
      return condition.extensions.some((one) =>
        files.some((file) => file.endsWith(`.${one.replace(/^\./, '').toLowerCase()}`)),
      )
    const domains = this.#rules.hostsOf(condition)
    const ownHost = hostOf(this.#realmUrl)
    const isListed = (host: string) => domains.some((domain) => isWithin(host, domain))
    return hosts.some((host) => host !== ownHost && isListed(host) === (condition.mode === 'never'))
  }
}

interface Found {
  readonly hosts: readonly string[]
  readonly mentioned: ReadonlySet<string>
  readonly hasWildcard: boolean
  /** Names of linked uploads, in lower case. */
  readonly files: readonly string[]
}

function foundIn(html: string, urls: readonly string[], realmUrl: string): Found {
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
  return {
    hosts: [...new Set(links.map((url) => hostOf(url, realmUrl)))].filter((host) => host !== ''),
    mentioned,
    hasWildcard,
    files: links.filter(isFile).map((url) => fileNameOf(url).toLowerCase()),
  }
}

/** The URL of a link or, for pictures, which have no link, of the uploaded file. */
const addressIn = (tag: string): string =>
  tag.startsWith('<img') ? attributeIn(tag, 'data-original-src') : attributeIn(tag, 'href') || attributeIn(tag, 'src')

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const fileNameOf = (url: string): string => decodedComponent(url.replace(/[?#].*$/s, ''))
