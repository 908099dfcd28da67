import { newDirectMessage, newTopic } from '../compose/target.ts'
import { mutableIn, openDoNotDisturb, openMute } from '../do-not-disturb/opening.ts'
import { conversationOf } from '../narrow/narrow.ts'
import { type InboxTab, keepInboxTab, tabTitle } from '../navigation/inbox-tab.ts'
import { address, follow, goTo, hrefOf, hrefOfNarrow, narrow } from '../navigation/route.ts'
import { discardTyped, typeAhead } from '../parts/typed-ahead.ts'
import { canStartCalls } from '../permissions/call-rights.ts'
import { openSearch } from '../search/opening.ts'
import { type Command, knownCommands } from '../shortcuts/known-commands.ts'
import { type ListKeys, onList } from '../shortcuts/open-list.ts'
import { undoing } from '../shortcuts/undoing.ts'
import { filterChannels } from '../sidebar/filtering.ts'
import { callIn, calling, isInCall } from '../store/calls.ts'
import { ownKeys } from '../store/own-keys.ts'
import { t } from '../texts/index.ts'

const open = (href: string) => () => {
  follow(href)
}

const later = (run: (module: typeof import('./later-commands.ts')) => void) => () =>
  void import('./later-commands.ts').then(run)

/** A command that focuses a field. */
const laterField = (run: Parameters<typeof later>[0]) => () => {
  typeAhead()
  later(run)()
}

const list = (id: string, keys: readonly string[], label: string, action: keyof ListKeys): Command => ({
  id,
  keys,
  label,
  place: 'elsewhere',
  run: (key) => onList(action, key),
})

/** Opens a tab of the inbox, or focuses the filter if it's already open. */
const tab = (id: string, key: string, view: InboxTab): Command => ({
  id,
  keys: [key],
  label: tabTitle(view),
  run(pressed) {
    if (address.value === `#${view}`) return onList('filter', pressed)
    keepInboxTab(view)
    goTo({ view })
    return undefined
  },
})

export const commands: readonly Command[] = [
  { id: 'next', keys: ['j', 'ArrowDown'], label: t.nextMessage, place: 'messages', run: () => step(1) },
  { id: 'previous', keys: ['k', 'ArrowUp'], label: t.previousMessage, place: 'messages', run: () => step(-1) },
  { id: 'nextUnread', keys: ['n'], label: t.nextUnread, run: later(({ openNextUnread }) => openNextUnread()) },
  { id: 'nextFollowed', keys: ['N'], label: t.nextFollowed, run: later(({ openNextFollowed }) => openNextFollowed()) },
  { id: 'nextDirect', keys: ['p'], label: t.nextDirect, run: later(({ openNextDirect }) => openNextDirect()) },
  { id: 'search', keys: ['/'], label: t.search, run: openSearch },
  {
    id: 'palette',
    keys: ['Ctrl+k'],
    label: t.goToAnything,
    inFields: true,
    run: () => void openPalette(),
  },
  { id: 'topics', keys: ['Y'], label: t.allTopics, place: 'messages', run: later(({ openTopics }) => openTopics()) },
  { id: 'mute', keys: ['M'], label: t.muteHere, place: 'messages', run: () => openMute(mutableIn(narrow.value)) },
  { id: 'call', keys: ['J'], label: t.startOrJoinCall, run: goToCall },
  { id: 'muteInCall', keys: [], label: t.muteInCall, run: () => isInCall.value && calling.mute() },
  { id: 'quiet', keys: [], label: t.quiet, run: openDoNotDisturb },
  { id: 'settings', keys: ['g'], label: t.settings, run: () => goTo({ view: 'settings', section: '', detail: '' }) },
  { id: 'newTopic', keys: ['c'], label: t.newTopic, run: newTopic },
  { id: 'newDirectMessage', keys: ['x'], label: t.newDirectMessage, run: newDirectMessage },
  { id: 'drafts', keys: ['d'], label: t.drafts, run: open(hrefOf({ view: 'drafts' })) },
  { id: 'feed', keys: ['a'], label: t.feed, run: open(hrefOf({ view: 'feed' })) },
  tab('recent', 't', 'recent'),
  tab('inbox', 'I', 'inbox'),
  tab('catchUp', 'C', 'catch-up'),
  {
    id: 'directs',
    keys: ['P'],
    label: t.allDirectMessages,
    run: open(hrefOfNarrow([{ operator: 'is', operand: 'dm' }])),
  },
  list('nextRow', ['j', 'ArrowDown'], t.nextRow, 'next'),
  list('previousRow', ['k', 'ArrowUp'], t.previousRow, 'previous'),
  list('foldRow', ['ArrowLeft'], t.foldRow, 'fold'),
  list('unfoldRow', ['ArrowRight'], t.unfoldRow, 'unfold'),
  list('readRow', ['e'], t.readRow, 'read'),
  list('readAllRows', ['E'], t.readAllRows, 'readAll'),
  { id: 'undoRead', keys: ['z', 'Ctrl+z'], label: t.undo, run: (key) => undoing.latest?.() || onList('undo', key) },
  list('filterRows', ['f'], t.filterRows, 'filter'),
  list('laterRow', ['l'], t.laterRow, 'later'),
  {
    id: 'arrangeViews',
    keys: [],
    label: t.arrangeViews,
    run: () => void import('../sidebar/arrange.tsx').then(({ openArrange }) => openArrange()),
  },
  {
    id: 'saveView',
    keys: [],
    label: t.saveView,
    place: 'messages',
    run: () => void import('../sidebar/arrange.tsx').then(({ openSaveView }) => openSaveView()),
  },
  { id: 'filterChannels', keys: ['q'], label: t.filterChannels, run: filterChannels },
  { id: 'people', keys: ['w'], label: t.filterPeople, run: laterField(({ filterPeople }) => filterPeople()) },
  {
    id: 'status',
    keys: [],
    label: t.setStatus,
    run: () => void import('../people/own-status.tsx').then(({ openStatus }) => openStatus()),
  },
  {
    id: 'starred',
    keys: ['*'],
    label: t.starred,
    place: 'elsewhere',
    run: open(hrefOfNarrow([{ operator: 'is', operand: 'starred' }])),
  },
  {
    id: 'help',
    keys: ['?'],
    label: t.keyboard,
    run: () => void import('../message-actions/help.tsx').then(({ openHelp }) => openHelp(commands)),
  },
]

knownCommands.all = commands

/** A command's shortcuts, with the user's changes. */
export const keysOfCommand = ({ id, keys }: Command): readonly string[] => ownKeys.value[id] ?? keys

export const isFor = (place: Command['place']): boolean =>
  place === undefined || (place === 'messages') === (narrow.value !== undefined)

/** The user's own call gets the focus; otherwise the conversation's call, which starts if there's none. */
function goToCall(): boolean {
  const own = document.querySelector<HTMLElement>('.call-panel')
  if (own) own.focus()
  const conversation = own || !narrow.value ? undefined : conversationOf(narrow.value)
  const call = conversation && callIn(conversation)
  if (call) calling.join(call.call_id)
  else if (conversation && canStartCalls(conversation)) calling.start(conversation)
  else return own !== null
  return true
}

async function openPalette(): Promise<void> {
  typeAhead()
  const palette = await import('../palette/palette.tsx').catch((problem: unknown) => {
    discardTyped()
    throw problem
  })
  const here = commands.filter(({ place }) => isFor(place)).map((one) => ({ ...one, keys: keysOfCommand(one) }))
  palette.openPalette(here)
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('article[data-message]')]
  const here = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
  const next = rows[here < 0 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, here + by))]
  next?.focus({ preventScroll: false })
}
