import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { showRefusal } from '../../parts/refusal.ts'
import { anticipate } from '../../store/connection.ts'
import { api } from '../../transport/api.ts'

/** The other key sends at once; reverted with a message if the server refuses. */
export async function changeSendKey(enter_sends: boolean): Promise<void> {
  const show = (value: boolean) =>
    anticipate({ type: 'user_settings', op: 'update', property: 'enter_sends', value, language_name: undefined })
  show(enter_sends)
  try {
    await api.call(updateSettings, { enter_sends })
  } catch (problem) {
    show(!enter_sends)
    showRefusal(problem)
  }
}
