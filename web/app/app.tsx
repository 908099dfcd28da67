import { effect, useSignalEffect } from '@preact/signals'
import { CallButton } from '../calls/call-button.tsx'
import { Compose, preloadComposeBox } from '../compose/compose.tsx'
import { newTopic, target } from '../compose/target.ts'
import { concernsDoNotDisturb } from '../do-not-disturb/opening.ts'
import { LockMark } from '../entities/lock-mark.tsx'
import { ChannelIcon, peopleNames, placeName, TopicName } from '../entities/place.tsx'
import { Feed } from '../feed/feed.tsx'
import { absence } from '../inbox/absence.ts'
import { isDirectory } from '../narrow/directory-addresses.ts'
import { channelOf, conversationOf, wholeChannelOf } from '../narrow/narrow.ts'
import { isSettings } from '../narrow/settings-addresses.ts'
import { feedKey } from '../navigation/feed-key.ts'
import { isInboxTab, tabNames, tabTitle } from '../navigation/inbox-tab.ts'
import { isNowhere } from '../navigation/nowhere.ts'
import { hrefOf, hrefOfNarrow, narrow, route } from '../navigation/route.ts'
import { isWide, openSidebar, toggleSidebar } from '../navigation/sidebars.ts'
import { offersNotifications } from '../notifications/offering.ts'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { canRestrictMembers } from '../permissions/restriction-rights.ts'
import { isWaiting, Waiting } from '../scheduled/lists-by-kind.tsx'
import { isReactions, isOpen as isSearching, openSearch, showsResults } from '../search/opening.ts'
import { LeftSidebar } from '../sidebar/left.tsx'
import { namedView } from '../sidebar/own-views.ts'
import { calls, isInCall, ringing } from '../store/calls.ts'
import { channel, isSubscribed, names } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { lockdown } from '../store/lockdown.ts'
import { hasPinnedMessages } from '../store/pins.ts'
import { iconCount } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { directoryTitle } from './directory-title.ts'
import { offersPasskey } from './offers-passkey.ts'
import { Status } from './status.tsx'
import { PlaceActions } from './topic-actions.tsx'

const organizationName = part<string>('realm_name')

/** Views that load later. Loading the default list starts with the page. */
const Inbox = later(() => import('../inbox/inbox.tsx').then((views) => views.Inbox))
const Offer = later(() => import('../inbox/offer.tsx').then((views) => views.Offer))
const SearchField = later(() => import('../search/field.tsx').then((views) => views.Field))
const Topics = later(() => import('../topics/topics.tsx').then((views) => views.Topics))
const QuietLine = later(() => import('../do-not-disturb/line.tsx').then((views) => views.QuietLine), null)
const LockdownLine = later(() => import('../moderation/lockdown-line.tsx').then((views) => views.LockdownLine), null)
const NotificationOffer = later(
  () => import('../notifications/offer.tsx').then((views) => views.NotificationOffer),
  null,
)
const PasskeyOffer = later(() => import('./passkey-offer.tsx').then((views) => views.PasskeyOffer), null)
const Beginning = later(() => import('../channel-browser/beginning.tsx').then((views) => views.Beginning), null)
const Results = later(() => import('../search/results.tsx').then((views) => views.Results))
const PinnedStrip = later(() => import('../pins/strip.tsx').then((views) => views.Strip))
const Directory = later(() => import('../channel-browser/directory.tsx').then((views) => views.Directory))
const Settings = later(() => import('../settings/settings.tsx').then((views) => views.Settings))
const ChannelDescription = later(
  () => import('./channel-description.tsx').then((views) => views.ChannelDescription),
  null,
)
const JoinBar = later(() => import('../channel-browser/join-bar.tsx').then((views) => views.JoinBar))
const JoinCallBar = later(() => import('../calls/join-bar.tsx').then((views) => views.JoinBar), null)
const CallPanel = later(() => import('../calls/panel.tsx').then((views) => views.Panel), null)
const IncomingCall = later(() => import('../calls/incoming.tsx').then((views) => views.Incoming), null)
const People = later(() => import('../people/people.tsx').then((views) => views.People))
export const preloadViews = (): void => {
  preloadComposeBox()
  for (const view of [Inbox, SearchField, Results, Topics, Directory]) view.preload()
}
export const loadFirstView = (): void => {
  if (isInboxTab(route.value.view)) Inbox.load()
}

const words: Record<string, string> = { mentioned: t.mentions, starred: t.starred, dm: t.allDirectMessages }

function title(): string {
  const shown = narrow.value
  const own = namedView()
  if (own !== undefined) return own
  if (route.value.view === 'feed') return t.feed
  if (isInboxTab(route.value.view)) return tabTitle(route.value.view)
  if (route.value.view === 'drafts') return t.drafts
  if (route.value.view === 'scheduled') return t.scheduledMessages
  if (route.value.view === 'reminders') return t.reminders
  if (route.value.view === 'topics') return t.topicsOf(`#${channel(route.value.channelId)?.name ?? ''}`)
  if (isDirectory(route.value)) return directoryTitle(route.value, names)
  if (isSettings(route.value)) return t.settings
  if (route.value.view === 'unknown') return t.notUnderstood
  if (!shown) return t.inbox
  if (isNowhere.value) return t.unknownAddress
  const conversation = conversationOf(shown)
  if (conversation) return placeName(conversation)
  if (isReactions(shown)) return t.reactions
  if (showsResults.value) {
    const words = shown.filter(({ operator, negated }) => operator === 'search' && !negated)
    return words.length === 0 ? t.search : t.searchFor(words.map(({ operand }) => operand).join(' '))
  }
  const channelId = wholeChannelOf(shown)
  if (channelId !== undefined) return `#${channel(channelId)?.name ?? ''}`
  const [first] = shown
  return (shown.length === 1 && first?.operator === 'is' && words[String(first.operand)]) || t.feed
}

const Heading = () => {
  const shown = narrow.value
  const conversation = shown && conversationOf(shown)
  const channelId = shown && channelOf(shown)
  const one = channelId === undefined ? undefined : channel(channelId)
  if (isNowhere.value) return <h1>{t.unknownAddress}</h1>
  if (conversation?.kind === 'direct') return <h1>{peopleNames(conversation.userIds)}</h1>
  if (one)
    return (
      <h1 style={{ '--channel': 'color' in one ? one.color : 'var(--soft)' }}>
        <a class="place" href={hrefOfNarrow([{ operator: 'channel', operand: one.stream_id }])}>
          <span class="channel-mark">
            <ChannelIcon id={one.stream_id} />
          </span>
          {one.name}
        </a>
        {conversation?.kind === 'topic' && (
          <>
            <span class="separator" aria-hidden="true">
              ›
            </span>
            <span class="topic-title" dir="auto">
              <TopicName topic={conversation.topic} />
              <LockMark channelId={conversation.channelId} topic={conversation.topic} size={14} />
            </span>
          </>
        )}
        {!conversation && one.description !== '' && (
          <span class="description" dir="auto">
            <ChannelDescription />
          </span>
        )}
      </h1>
    )
  return isInboxTab(route.value.view) ? (
    <h1>
      {t.inbox}
      <span class="visually-hidden"> · {tabNames[route.value.view]}</span>
    </h1>
  ) : (
    <h1>
      <bdi>{title()}</bdi>
    </h1>
  )
}

effect(() => {
  const count = iconCount.value
  document.title = `${count > 0 ? `(${count}) ` : ''}${title()} · ${organizationName.value ?? t.appName}`
})

const NotUnderstood = () => (
  <div class="inbox empty" id="messages" tabIndex={-1}>
    <p class="lead">{isNowhere.value ? t.unknownAddress : t.notUnderstood}</p>
    <p>
      {t.notUnderstoodMore}{' '}
      <a class="plain" href={hrefOf({ view: 'inbox' })}>
        {t.toInbox}
      </a>
    </p>
  </div>
)

/** True for an archived channel, or one the user isn't subscribed to. */
const looksIn = (id: number | undefined): boolean =>
  id !== undefined && channel(id) !== undefined && (!isSubscribed(id) || channel(id)?.is_archived === true)

const PeopleButton = () => (
  <button
    type="button"
    class="heading-button people-button"
    aria-expanded={openSidebar.value === 'right'}
    aria-controls="right-sidebar"
    aria-label={t.people}
    title={t.people}
    onClick={() => toggleSidebar('right')}
  >
    <Icon name={openSidebar.value === 'right' ? 'close' : 'people'} size={18} />
  </button>
)

export function App() {
  // on narrow screens, choosing a view closes the sidebar
  useSignalEffect(() => {
    route.value
    openSidebar.value = undefined
  })
  const isMenuOpen = openSidebar.value === 'left'
  const showsPeople = openSidebar.value === 'right' || (isWide.value && !isSettings(route.value))
  const shown = narrow.value
  const near = route.value.view === 'narrow' ? route.value.near : undefined
  return (
    <div class={`app ${openSidebar.value ?? 'none'}-open`}>
      <button type="button" class="skip" onClick={() => skip('messages')}>
        {t.skipToMessages}
      </button>
      <button type="button" class="skip" onClick={() => (target.value ? skip('compose') : newTopic())}>
        {t.skipToCompose}
      </button>
      <header class="top">
        <button
          type="button"
          class="menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="left-sidebar"
          aria-label={isMenuOpen ? t.closeMenu : t.menu}
          onClick={() => toggleSidebar('left')}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} size={20} />
        </button>
        <span class="organization">{organizationName.value}</span>
        {!isSettings(route.value) && <PeopleButton />}
      </header>
      <LeftSidebar />
      <main>
        <div class="heading">
          {isSearching.value || showsResults.value ? (
            <SearchField />
          ) : (
            <>
              <Heading />
              <CallButton />
              <PlaceActions />
              <button type="button" class="heading-button" aria-label={t.search} title={t.search} onClick={openSearch}>
                <Icon name="search" size={18} />
              </button>
              {!isSettings(route.value) && <PeopleButton />}
            </>
          )}
        </div>
        <Status />
        {absence.value && <Offer />}
        {offersNotifications.value && <NotificationOffer />}
        {offersPasskey.value && <PasskeyOffer />}
        {shown && calls.value.length > 0 && <JoinCallBar />}
        {shown && hasPinnedMessages.value && <PinnedStrip />}
        {lockdown.value && canRestrictMembers() && <LockdownLine />}
        {concernsDoNotDisturb.value && <QuietLine />}
        {showsResults.value ? (
          <Results />
        ) : isNowhere.value ? (
          <NotUnderstood />
        ) : shown ? (
          <Feed key={feedKey(shown)} narrow={shown} near={near} beginning={<Beginning />} />
        ) : route.value.view === 'topics' ? (
          <Topics />
        ) : isDirectory(route.value) ? (
          <Directory />
        ) : isSettings(route.value) ? (
          <Settings />
        ) : isWaiting(route.value.view) ? (
          <Waiting what={route.value.view} />
        ) : route.value.view === 'unknown' ? (
          <NotUnderstood />
        ) : (
          <Inbox />
        )}
        {shown && looksIn(channelOf(shown)) && <JoinBar />}
        <Compose />
      </main>
      {isInCall.value && <CallPanel />}
      {ringing.value && <IncomingCall />}
      <aside class="right scrolls" id="right-sidebar" aria-label={t.people} tabIndex={-1} hidden={!showsPeople}>
        {showsPeople && <People />}
      </aside>
    </div>
  )
}

/** A link would change the URL hash, which is the view. */
function skip(id: string): void {
  const target = document.getElementById(id)
  ;(target?.querySelector<HTMLElement>('textarea, article[tabindex="0"]') ?? target)?.focus()
}
