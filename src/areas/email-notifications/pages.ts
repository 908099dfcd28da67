import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { Act } from '#platform/organization'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { secretOf } from '../attachments/temporary-links.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { updateProperties } from '../subscriptions/actions/properties.ts'
import { updateOwnSettings } from '../user-settings/actions.ts'
import { channelsWithMail } from './store.ts'
import { userOfKey } from './unsubscribe-key.ts'

const nameOf = ({ org }: OpenContext): string => org.get(organizationMirror).name

const notOurs = (): HtmlPage =>
  htmlPage(
    'This link does not work',
    html`<p>It is not complete, or not from here. Your settings end mail, too.</p>`,
    404,
  )

async function ask(ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<HtmlPage> {
  if (userOfKey(await secretOf(ctx.org), ctx.org.id, key) === undefined) return notOurs()
  return htmlPage(
    'Mail about messages',
    html`<p>${nameOf(ctx)} sends you mail about messages that you have missed. You can turn it on again in your settings.</p>
<form method="post"><button type="submit">Send me no more of it</button></form>`,
  )
}

/** RFC 8058: mail programs send the same request by themselves. */
const unsubscribe: FormHandler = async (ctx, { key = '' }) => {
  const userId = userOfKey(await secretOf(ctx.org), ctx.org.id, key)
  if (userId === undefined) return notOurs()
  // somebody whose account is deactivated gets no mail anyway
  if (ctx.org.viewer(userId)) await ctx.org.write(userId, endMail)
  return htmlPage('Done', html`<p>${nameOf(ctx)} sends you no more mail about messages.</p>`)
}

async function endMail(act: Act): Promise<void> {
  await updateOwnSettings(act, {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  })
  const channels = await channelsWithMail(act.tx, act.viewer.id)
  await updateProperties(
    act,
    channels.map((stream_id) => ({ stream_id, property: 'email_notifications' as const, value: false })),
  )
}

export const emailPages: readonly Page[] = [formForAnyone('/email/unsubscribe/:key', ask, unsubscribe)]
