import { Condition } from '../../../messages/messages/moderation-rules/wire.ts'
import type { Column } from './column.ts'
import { ArchiveError } from './relocation.ts'

/** Every message is compared with it, so one that is malformed would stop all of them. */
export const moderationCondition: Column = {
  holds: '',
  in(value) {
    const { data } = Condition.safeParse(value)
    if (!data) throw new ArchiveError('holds a condition of a moderation rule that cannot be one')
    return data
  },
}
