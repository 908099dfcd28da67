import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { showRefusal } from '../../parts/refusal.ts'
import { api } from '../../transport/api.ts'

export const changeSendKey = (enter_sends: boolean): Promise<unknown> =>
  api.call(updateSettings, { enter_sends }).catch(showRefusal)
