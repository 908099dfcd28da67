import { chosenId } from '../content/active.ts'
import { lockItems } from '../conversation-menus/lock-items.ts'
import { act, actions } from '../message-actions/actions.ts'
import { conversationOf } from '../narrow/narrow.ts'
import { follow, goTo, hrefOf, narrow } from '../navigation/route.ts'
import { keyName } from '../parts/key-names.ts'
import { canInvite, inviting } from '../permissions/inviting.ts'
import { keysOf } from '../shortcuts/keys.ts'
import type { Command } from '../shortcuts/known-commands.ts'
import { namedViews } from '../sidebar/own-views.ts'
import { message } from '../store/messages.ts'
import { t } from '../texts/finding.ts'
import type { Destination } from './destinations.ts'
import { doNotDisturbActions } from './do-not-disturb-actions.ts'

const withKey = (detail: string, [key]: readonly string[]) =>
  key === undefined ? detail : `${detail} · ${keyName(key)}`

/** Commands left out of the palette, because its field handles the keys. */
const ownCommands = [
  'palette',
  'next',
  'previous',
  'nextRow',
  'previousRow',
  'foldRow',
  'unfoldRow',
  'readRow',
  'laterRow',
]

/** Commands for the view and the selected message. Call before the palette takes the focus. */
export function paletteActions(commands: readonly Command[]): readonly Destination[] {
  const chosen = chosenId()
  const one = chosen === undefined ? undefined : message(chosen)
  const views = [
    { key: 'mentions', label: t.mentions, operand: 'mentioned' },
    { key: 'directs', label: t.allDirectMessages, operand: 'dm' },
  ].map(({ key, label, operand }) => ({
    key: `view ${key}`,
    label,
    detail: t.view,
    mark: { sign: '☰' },
    unread: 0,
    run: () => goTo({ view: 'narrow', narrow: [{ operator: 'is', operand }] }),
  }))
  const scheduled = {
    key: 'view scheduled',
    label: t.scheduledMessages,
    detail: t.view,
    mark: { sign: '☰' },
    unread: 0,
    run: () => goTo({ view: 'scheduled' }),
  }
  const everywhere = commands
    .filter(({ id }) => !ownCommands.includes(id))
    .map((command) => ({
      key: `command ${command.id}`,
      label: command.label,
      detail: withKey(t.command, command.keys),
      mark: { sign: '⌘' },
      unread: 0,
      run: () => command.run(''),
    }))
  const ofMessage = one
    ? actions
        .filter(({ when }) => (when?.(one).can ?? 'yes') === 'yes')
        .map(({ id, label }) => ({
          key: `action ${id}`,
          label: label(one),
          detail: withKey(t.ofMessage, keysOf(id)),
          mark: { sign: '✉' },
          unread: 0,
          run: () => act(id, one.id),
        }))
    : []
  const ownViews = namedViews().map(({ fragment, name }) => ({
    key: `view ${fragment}`,
    label: name,
    detail: t.view,
    mark: { sign: '☰' },
    unread: 0,
    run: () => follow(`#${fragment}`),
  }))
  const places = [
    { key: 'channels', label: t.browseChannels, to: { view: 'channels', section: 'available' } as const },
    { key: 'new channel', label: t.directoryTitles.newChannel, to: { view: 'channels', section: 'new' } as const },
    { key: 'groups', label: t.directoryTitles.groups, to: { view: 'groups', section: 'all' } as const },
  ].map(({ key, label, to }) => ({
    key: `view ${key}`,
    label,
    detail: t.view,
    mark: { sign: '☰' },
    unread: 0,
    href: hrefOf(to),
    run: () => goTo(to),
  }))
  const invite = {
    key: 'invite',
    label: t.invite,
    detail: t.command,
    mark: { sign: '⌘' },
    unread: 0,
    run: () => inviting.open(),
  }
  const shown = narrow.value && conversationOf(narrow.value)
  const lockCommands = (shown?.kind === 'topic' ? lockItems(shown) : []).map((item) => ({
    ...item,
    detail: t.command,
    mark: { sign: '⌘' },
    unread: 0,
  }))
  return [
    ...views,
    ...ownViews,
    ...places,
    ...(canInvite() ? [invite] : []),
    scheduled,
    ...lockCommands,
    ...everywhere,
    ...doNotDisturbActions(t.command),
    ...ofMessage,
  ]
}
