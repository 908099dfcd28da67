import { Description } from '../content/description.tsx'
import { askToLeave, join } from '../conversation-menus/joining.tsx'
import { Avatar } from '../entities/avatar.tsx'
import type { ChannelTab } from '../narrow/directory-addresses.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { hrefOf, hrefOfNarrow } from '../navigation/route.ts'
import { later } from '../parts/later.tsx'
import { canJoin } from '../permissions/channel-rights.ts'
import { administers } from '../permissions/rights.ts'
import { type Channel, channel, isSubscribed } from '../store/channels.ts'
import { folderName } from '../store/folders.ts'
import { nameOf, person } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { knownSubscribers } from '../store/subscribers.ts'
import { t as main, t } from '../texts/index.ts'
import { locale } from '../texts/locale.ts'
import { p } from '../texts/places.ts'
import { ChannelMembers } from './channel-members.tsx'
import { PersonalSettings } from './personal-settings.tsx'

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const tabs: readonly ChannelTab[] = ['general', 'subscribers', 'files', 'permissions', 'personal']
const Settings = later(() => import('./channel-settings.tsx').then((all) => all.ChannelSettings))
const Files = later(() => import('./channel-files.tsx').then((all) => all.ChannelFiles))
const Permissions = later(() => import('./channel-permissions.tsx').then((all) => all.ChannelPermissions))

export function ChannelPage({ channelId, tab }: { channelId: number; tab: ChannelTab }) {
  const one = channel(channelId)
  if (!one)
    return (
      <div class="directory" id="messages" tabIndex={-1}>
        <p class="hint">{t.unknownAddress}</p>
      </div>
    )
  const shown = tab === 'personal' && !isSubscribed(channelId) ? 'general' : tab
  return (
    <div class="directory scrolls" id="messages" tabIndex={-1}>
      <nav class="sections" aria-label={p.aboutChannel(one.name)}>
        {tabs
          .filter((each) => each !== 'personal' || isSubscribed(channelId))
          .map((each) => (
            <a
              key={each}
              href={hrefOf({ view: 'channel', channelId, tab: each })}
              aria-current={each === shown ? 'page' : undefined}
            >
              {p.tabs[each]}
            </a>
          ))}
        <span class="spring" />
        <a class="button" href={hrefOfNarrow(channelNarrow(channelId))}>
          {p.openFeed}
        </a>
      </nav>
      {shown === 'subscribers' ? (
        <ChannelMembers channelId={channelId} />
      ) : shown === 'files' ? (
        <Files />
      ) : shown === 'personal' ? (
        <PersonalSettings channelId={channelId} />
      ) : shown === 'permissions' ? (
        <Permissions />
      ) : (
        <>
          <About one={one} />
          <Settings />
        </>
      )}
    </div>
  )
}

const privacyOf = ({ invite_only, is_web_public, history_public_to_subscribers }: Channel): string => {
  if (is_web_public) return p.privacy.webPublic
  if (!invite_only) return p.privacy.public
  return history_public_to_subscribers ? p.privacy.sharedHistory : p.privacy.protectedHistory
}

const maxFaces = 8

/** Members whose faces are shown, active ones first. */
function facesOf(channelId: number): readonly number[] {
  const known = knownSubscribers(channelId).filter((id) => person(id)?.is_active)
  const isHere = (id: number) => presenceOf(id) === 'active'
  return [...known.filter(isHere), ...known.filter((id) => !isHere(id))].slice(0, maxFaces)
}

const openArchive = async (id: number) => (await import('./channel-archive.tsx')).askToArchive(id)
const bringBack = async (id: number) => (await import('./channel-archive.tsx')).bringBack(id)

function About({ one }: { one: Channel }) {
  const { stream_id: id, creator_id, date_created, is_archived } = one
  const creator = creator_id === null ? '' : nameOf(creator_id)
  const faces = facesOf(id)
  return (
    <div class="about">
      {is_archived && (
        <p>
          {p.archived}{' '}
          {administers(one) && (
            <button type="button" class="button" onClick={() => void bringBack(id)}>
              {p.unarchive}
            </button>
          )}
        </p>
      )}
      {one.description === '' ? <p class="soft">{p.noDescription}</p> : <Description one={one} />}
      <dl>
        <dt>{p.usersWhoCanRead}</dt>
        <dd>{privacyOf(one)}</dd>
        <dt>{p.tabs.subscribers}</dt>
        <dd>
          <a class="plain member-faces" href={hrefOf({ view: 'channel', channelId: id, tab: 'subscribers' })}>
            {faces.map((userId) => (
              <Avatar key={userId} userId={userId} size={24} />
            ))}
            {p.memberCount(one.subscriber_count)}
          </a>
        </dd>
        {folderName(one.folder_id) && (
          <>
            <dt>{p.folder}</dt>
            <dd dir="auto">{folderName(one.folder_id)}</dd>
          </>
        )}
        <dt>{p.made}</dt>
        <dd dir="auto">
          {[dateFormat.format(new Date(date_created * 1000)), creator && p.madeBy(creator)]
            .filter(Boolean)
            .join(main.separator)}
        </dd>
        {one.stream_weekly_traffic !== null && (
          <>
            <dt>{p.traffic}</dt>
            <dd>{p.perWeek(one.stream_weekly_traffic)}</dd>
          </>
        )}
      </dl>
      {!is_archived && (
        <p>
          {isSubscribed(id) ? (
            <button type="button" class="button" onClick={() => void askToLeave(id)}>
              {p.leave}
            </button>
          ) : canJoin(one) ? (
            <button type="button" class="button primary" onClick={() => void join(id)}>
              {p.join}
            </button>
          ) : (
            <span class="soft">{p.onlyInvited}</span>
          )}{' '}
          {administers(one) && (
            <button type="button" class="button" onClick={() => void openArchive(id)}>
              {p.archive}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
