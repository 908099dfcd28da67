import { Description } from '../content/description.tsx'
import { hrefOf } from '../navigation/route.ts'
import { canAddPeople } from '../permissions/channel-rights.ts'
import type { Channel } from '../store/channels.ts'
import { p } from '../texts/places.ts'
import { openAddPeople } from './add-people.tsx'
import { beginChannel, canBegin, SuggestedPeople } from './empty-channel.tsx'

const isEmpty = ({ first_message_id }: Channel): boolean => first_message_id === null

/** What comes before the first message of a channel. */
export const ChannelWelcome = ({ one }: { one: Channel }) => (
  <>
    <h2 class="lead">{p.welcomeTo(one.name)}</h2>
    {one.description !== '' && <Description one={one} />}
    <p class="beginning-actions">
      {isEmpty(one) && canBegin(one) && (
        <button type="button" class="button primary" onClick={() => beginChannel(one)}>
          {p.firstMessage}
        </button>
      )}
      {canAddPeople(one) && (
        <button type="button" class="button" onClick={() => void openAddPeople(one.stream_id)}>
          {p.addPeople}
        </button>
      )}
      <a class="plain" href={hrefOf({ view: 'channel', channelId: one.stream_id, tab: 'general' })}>
        {p.about}
      </a>
    </p>
    {isEmpty(one) && <SuggestedPeople one={one} />}
  </>
)
