import type { StateInline } from 'markdown-it'
import { asUserId, channelWildcards, topicWildcard } from '#contract'
import type { MentionedUser } from './context.ts'
import { pushHtml } from './rules.ts'
import { charBefore, escapeHtml, escapeText, isWordChar, type Run, runOf } from './run.ts'

/** A full name has at most 100 code points, followed by an ID of a few digits. */
const MAX_NAME = 230
const AT = 0x40

/** `@**Name**`, `@**Name|id**`, `@**|id**`, `@*group*`, each silent with `_` after the `@`, and the wildcards. */
export function mentionRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== AT) return false
  let at = pos + 1
  const underscored = src[at] === '_'
  if (underscored) at++
  if (src[at] !== '*') return false
  if (isWordChar(charBefore(src, pos))) return false
  const personal = src[at + 1] === '*'
  const marker = personal ? '**' : '*'
  const start = at + marker.length
  const name = nameUntil(src, start, marker, state.posMax)
  if (name === undefined) return false

  const run = runOf(state)
  const silent = underscored || run.quoteDepth > 0
  const html = personal ? userOrWildcard(run, name, silent) : group(run, name, silent)
  if (html === undefined) return false
  if (!silentParse) pushHtml(state, html)
  state.pos = start + name.length + marker.length
  return true
}

/** Names can't contain asterisks or line breaks, so the first one decides: constant work per `@`. */
export function nameUntil(src: string, start: number, marker: string, max: number, limit = MAX_NAME) {
  const end = Math.min(max, start + limit)
  for (let pos = start; pos < end; pos++) {
    const unit = src.charCodeAt(pos)
    if (unit === 0x0a) return undefined
    if (unit === 0x2a) return pos > start && src.startsWith(marker, pos) ? src.slice(start, pos) : undefined
  }
  return undefined
}

function userOrWildcard(run: Run, name: string, silent: boolean): string | undefined {
  // Wildcards first, so that a user named "all" can't take them over.
  if (name === topicWildcard) {
    if (silent) return '<span class="topic-mention silent">topic</span>'
    run.result.topicWildcard = true
    return '<span class="topic-mention">@topic</span>'
  }
  if (channelWildcards.includes(name)) {
    if (!silent) run.result.channelWildcard = true
    const cls = silent ? 'user-mention channel-wildcard-mention silent' : 'user-mention channel-wildcard-mention'
    return `<span class="${cls}" data-user-id="*">${silent ? '' : '@'}${name}</span>`
  }
  const user = findUser(run, name)
  if (!user) return undefined
  const quiet = silent || user.deactivated === true
  if (!quiet) run.result.mentionedUserIds.add(user.id)
  const cls = quiet ? 'user-mention silent' : 'user-mention'
  return `<span class="${cls}" data-user-id="${user.id}">${quiet ? '' : '@'}${escapeText(user.full_name)}</span>`
}

function findUser({ context }: Run, name: string): MentionedUser | undefined {
  const withId = /^(.*)\|(\d{1,15})$/.exec(name)
  if (withId) {
    const user = context.userById?.(asUserId(Number(withId[2])))
    // The name must match too: after an import, the ID alone could belong to another user.
    if (user && (withId[1] === '' || sameName(user.full_name, withId[1]!))) return user
  }
  return context.usersByName?.(name)[0]
}

const sameName = (a: string, b: string) => a === b || a.toLowerCase() === b.toLowerCase()

function group(run: Run, name: string, silent: boolean): string | undefined {
  const found = run.context.groupByName?.(name)
  if (!found) return undefined
  if (!silent) run.result.mentionedGroupIds.add(found.id)
  const cls = silent ? 'user-group-mention silent' : 'user-group-mention'
  const shown = escapeHtml(found.shown_name ?? found.name)
  return `<span class="${cls}" data-user-group-id="${found.id}">${silent ? '' : '@'}${shown}</span>`
}
