import { resetChannelEmail } from '../../src/features/channels/channels/api.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { t } from '../texts/channel-general.ts'
import { api } from '../transport/api.ts'

export function askToResetEmail(channelId: number): void {
  void openDialog({ title: t.emailReset }, (close) => (
    <Form
      submit={t.emailReset}
      isDanger
      close={close}
      run={async () => {
        await api.call(resetChannelEmail, { stream_id: channelId })
      }}
    >
      <p>{t.emailResetMore}</p>
    </Form>
  ))
}
