import { Icon } from '../parts/icon.tsx'
import { topicLock } from '../store/topic-locks.ts'
import { t } from '../texts/index.ts'

/** Next to a locked topic. */
export const LockMark = ({ channelId, topic, size = 12 }: { channelId: number; topic: string; size?: number }) =>
  topicLock(channelId, topic) === undefined ? null : (
    <span class="soft" title={t.isLocked}>
      {' '}
      <Icon name="lock" size={size} />
      <span class="visually-hidden"> {t.isLocked}</span>
    </span>
  )
