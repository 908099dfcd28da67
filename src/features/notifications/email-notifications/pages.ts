import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { Mutation } from '#platform/organization'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { updateProperties } from '../../channels/subscriptions/actions/properties.ts'
import { secretOf } from '../../messages/attachments/temporary-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { updateOwnSettings } from '../../people/user-settings/actions.ts'
import { channelsWithMail } from './store.ts'
import { textsIn } from './texts.ts'
import { type MailKind, ownerOfKey } from './unsubscribe-key.ts'

const textsOfKind = { messages: 'messages', digest: 'digest', 'sign-in': 'signIn' } as const

const nameOf = ({ org }: OpenContext): string => org.get(organizationCache).name

function notOurs({ language }: OpenContext): HtmlPage {
  const { wrongLink, notOurs } = textsIn(language).pages
  return htmlPage(language, wrongLink, html`<p>${notOurs}</p>`, 404)
}

async function ask(ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<HtmlPage> {
  const owner = ownerOfKey(await secretOf(ctx.org), ctx.org.id, key)
  if (!owner) return notOurs(ctx)
  const { stop } = textsIn(ctx.language).pages
  const { title, sends } = textsIn(ctx.language).kinds[textsOfKind[owner.kind]]
  return htmlPage(
    ctx.language,
    title,
    html`<p>${sends(nameOf(ctx))}</p>
<form method="post"><button type="submit">${stop}</button></form>`,
  )
}

/** RFC 8058: mail programs send the same request. */
const unsubscribe: FormHandler = async (ctx, { key = '' }) => {
  const owner = ownerOfKey(await secretOf(ctx.org), ctx.org.id, key)
  if (!owner) return notOurs(ctx)
  const { userId, kind } = owner
  // deactivated users get no mail
  if (ctx.org.viewer(userId)) await ctx.org.transact(userId, endings[kind])
  const { done } = textsIn(ctx.language).pages
  const { stopped } = textsIn(ctx.language).kinds[textsOfKind[kind]]
  return htmlPage(ctx.language, done, html`<p>${stopped(nameOf(ctx))}</p>`)
}

async function endMail(mutation: Mutation): Promise<void> {
  await updateOwnSettings(mutation, {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  })
  const channels = await channelsWithMail(mutation.tx, mutation.viewer.id)
  await updateProperties(
    mutation,
    channels.map((stream_id) => ({ stream_id, property: 'email_notifications' as const, value: false })),
  )
}

const endings: Readonly<Record<MailKind, (mutation: Mutation) => Promise<void>>> = {
  messages: endMail,
  digest: async (mutation) => void (await updateOwnSettings(mutation, { enable_digest_emails: false })),
  'sign-in': async (mutation) => void (await updateOwnSettings(mutation, { enable_login_emails: false })),
}

export const emailPages: readonly Page[] = [formForAnyone('/email/unsubscribe/:key', ask, unsubscribe)]
