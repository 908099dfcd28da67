import { type UserStatus, updateOwnStatus } from '../../src/features/messages/user-status/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { part } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { api } from '../transport/api.ts'

const statuses = part<Record<string, UserStatus>>('user_status')
export const ownStatus = (): UserStatus => statuses.value?.[ownId.value] ?? {}

export const clearStatus = (): Promise<unknown> =>
  api.call(updateOwnStatus, { status_text: '', emoji_name: '' }).catch(showRefusal)
