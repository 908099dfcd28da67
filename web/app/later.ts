import { effect } from '@preact/signals'
import { beginComposing } from '../compose/begin.ts'
import { builtIn } from '../compose/slash/built-in.ts'
import { watchMessages } from '../message-actions/watch.ts'
import { beginNotifications } from '../notifications/begin.ts'
import { whenIdle } from '../parts/idle.ts'
import { inviting } from '../permissions/inviting.ts'
import { watchChannelClicks } from '../sidebar/channel-view.ts'
import { watchDrags } from '../sidebar/drags.ts'
import { watchEntryKeys } from '../sidebar/entry-keys.ts'
import { takeScreen } from '../startup-snapshot/take.ts'
import { callCard, calling, keptCallKey, wantsCallCard } from '../store/calls.ts'
import { keptDeletions } from '../store/kept-deletions.ts'
import { offerScreen } from '../store/kept-disk.ts'
import { moderating } from '../store/moderation.ts'
import { isIncomplete, wantEveryone } from '../store/people.ts'
import { readOutWhatComes } from './announcements.ts'
import { watchArrivals } from './arrivals.ts'
import { closeSidebars } from './closing.ts'
import { watchFileDrops } from './drops.ts'
import { followMovedMessages } from './following.ts'
import { fetchAhead } from './next-messages.ts'
import { noteAbsence } from './noting-absence.ts'
import { openPeopleByAddress } from './people-addresses.ts'
import { watchPlaces } from './place-menus.ts'
import { watchPrinting } from './printing.ts'
import { renewWhenIdle } from './quiet-renewal.ts'
import { watchSwipes } from './swipes.ts'
import { fetchLocksOfVisits } from './visits.ts'
import { keepClient } from './worker.ts'

/** Ignores failures; for optional work. */
const tryWhenIdle = (work: () => Promise<unknown>): void => whenIdle(() => void work().catch(() => {}))

/** Call once: sets up everything that isn't needed for the first view. */
export function begin(): void {
  beginComposing()
  watchMessages()
  tryWhenIdle(() => import('../popovers/hover.ts').then(({ watchPeople }) => watchPeople()))
  noteAbsence()
  followMovedMessages()
  openPeopleByAddress()
  fetchAhead()
  fetchLocksOfVisits()
  renewWhenIdle()
  watchPlaces()
  watchSwipes()
  watchEntryKeys()
  watchDrags()
  watchFileDrops()
  watchChannelClicks()
  inviting.open = () =>
    void import('../settings/people/invite-dialog.tsx').then(({ openInviteDialog }) => openInviteDialog(async () => {}))
  watchPrinting()
  closeSidebars()
  void keepClient()
  void goOnDeleting()
  offerScreen(takeScreen)
  watchArrivals()
  // also after the session is re-registered
  effect(() => {
    if (isIncomplete.value) whenIdle(wantEveryone)
  })
  beginNotifications()
  readOutWhatComes()
  builtIn.load = () => import('../slash-commands/built-in.ts')
  const ownCall = () => import('../calls/own-call.ts')
  calling.start = (conversation) => void ownCall().then(({ start }) => start(conversation, { video: false }))
  calling.join = (callId) => void ownCall().then(({ join }) => join(callId, { video: false }))
  calling.accept = (callId) => void import('../calls/address.ts').then(({ acceptCall }) => acceptCall(callId))
  calling.mute = () => void import('../calls/own-tracks.ts').then(({ toggle }) => toggle('microphone'))
  moderating.open = (userId) => void import('../moderation/file.tsx').then(({ openFile }) => openFile(userId))
  tryWhenIdle(() => import('../moderation/own-dialogs.ts').then(({ watchDialogs }) => watchDialogs()))
  effect(() => {
    if (!wantsCallCard.value) return
    import('../calls/call-card.tsx').then((card) => {
      callCard.value = card.CallCard
    }, console.error)
  })
  if (sessionStorage.getItem(keptCallKey) !== null) void ownCall().then(({ resume }) => resume())
  tryWhenIdle(() => import('./offering-passkeys.ts').then(({ offerPasskey }) => offerPasskey()))
  whenIdle(() => import('./time-zone-note.ts').then(({ suggestTimeZone }) => suggestTimeZone()))
  // for tests: the page now handles key presses
  performance.mark('listens')
}

async function goOnDeleting(): Promise<void> {
  if ((await keptDeletions()).size > 0) await (await import('../message-actions/deleting.ts')).continueDeletions()
}
