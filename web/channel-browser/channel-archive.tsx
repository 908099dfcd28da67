import { archiveChannel, updateChannel } from '../../src/features/channels/channels/api.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { t } from '../texts/channel-general.ts'
import { api } from '../transport/api.ts'

export function askToArchive(channelId: number): void {
  const name = channel(channelId)?.name ?? ''
  void openDialog({ title: t.archiveTitle(name) }, (close) => (
    <Form
      submit={t.archive}
      isDanger
      close={close}
      run={async () => {
        await api.call(archiveChannel, { stream_id: channelId })
        toast(t.archived(name), { label: t.unarchive, run: () => void bringBack(channelId) })
      }}
    >
      <p>{t.archiveMore}</p>
    </Form>
  ))
}

export async function bringBack(channelId: number): Promise<void> {
  try {
    await api.call(updateChannel, { stream_id: channelId, is_archived: false })
    toast(t.broughtBack(channel(channelId)?.name ?? ''))
  } catch (problem) {
    showRefusal(problem)
  }
}
