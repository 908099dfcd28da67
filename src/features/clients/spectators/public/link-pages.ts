import { asMessageId } from '#contract'
import { Html, html } from '#platform/html'
import { sessionCookie } from '#platform/http'
import { directionOf, type Language } from '#platform/languages'
import { type OpenContext, type PageAnswer, PublicDocument, Redirect } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { existingReadableMessages } from '../../../messages/messages/access/readable.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { nextQuery, nextView } from '../../../sign-in/accounts/next-view.ts'
import { sessionOf } from '../../../sign-in/sessions/actions.ts'
import { textsIn } from '../texts.ts'
import { nothingHere } from './absent-pages.ts'
import { openChannelIn, openChannels, publicReader } from './access.ts'
import { channelPath, messagePlace, publicPath, topicPath } from './addresses.ts'
import { type LinkedView, linkedView } from './linked-view.ts'
import { messagesOfTopic } from './store.ts'

type Params = Readonly<Record<string, string>>

/**
 * Resolves links of the web client for signed-out users. Only the browser knows the fragment: a script sends it as `to`
 * and is redirected. Anything that isn't public leads to the sign-in page, which opens it afterwards; the same happens
 * without scripts.
 */
export async function linkPage(ctx: OpenContext, _params: Params, query: URLSearchParams): Promise<PageAnswer> {
  if (!ctx.maybeOrg) return nothingHere(ctx)
  const to = query.get('to')
  if (to === null) return signInPage(ctx.maybeOrg.language)
  const reader = await publicReader(ctx)
  const view = linkedView(to)
  const place = reader && view && (await placeOf(ctx, reader, view))
  // someone who chose to read isn't sent back to sign in
  const otherwise = query.get('or') === 'read' ? publicPath : `/accounts/login${nextQuery(nextView(to))}`
  return new Redirect(place ?? otherwise)
}

function signInPage(language: Language): PublicDocument {
  const { logIn } = textsIn(language)
  const text = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${logIn}</title>
<link rel="stylesheet" href="/static/site.css">
<script src="/static/public/link.js"></script>
${new Html('<noscript><meta http-equiv="refresh" content="0; url=../accounts/login"></noscript>')}
</head>
<body>
<main><p><a href="/accounts/login">${logIn}</a></p></main>
</body>
</html>
`.text
  return new PublicDocument('text/html; charset=utf-8', text, false)
}

/** The public page for a link's destination or its closest public parent; undefined if nothing is public. */
async function placeOf(ctx: OpenContext, reader: Reader, view: LinkedView): Promise<string | undefined> {
  const { topic, messageId } = view
  return ctx.read(async (tx) => {
    if (messageId !== undefined) {
      const [message] = await existingReadableMessages(tx, reader, [asMessageId(messageId)])
      const channel = message && reader.org.get(channelsCache).ofConversation(message.conversation_id)
      if (channel) return messagePlace(channel, message)
    }
    const channel = channelOf(reader, view)
    if (!channel) return undefined
    if (topic === undefined) return channelPath(channel)
    const [first] = await messagesOfTopic(tx, channel.conversationId, topic, 'from', 0, 1)
    return first ? topicPath(channel, first.topic) : channelPath(channel)
  })
}

function channelOf(reader: Reader, { channel }: LinkedView): Channel | undefined {
  const byId = openChannelIn(reader, channel)
  if (byId) return byId
  // names may have hyphens for spaces
  const name = channel.toLowerCase()
  return openChannels(reader).find((one) =>
    [one.name, one.name.replaceAll(' ', '-')].some((it) => it.toLowerCase() === name),
  )
}

/** Signed-in users go to the view directly. */
export async function entryPage(ctx: OpenContext, _params: Params, query: URLSearchParams): Promise<PageAnswer> {
  const { maybeOrg: org, request } = ctx
  if (!org) return nothingHere(ctx)
  const next = nextView(query.get('next'))
  const session = sessionOf(org, request.cookies.get(sessionCookie) ?? '')
  return new Redirect(session && org.viewer(session.userId) ? `/${next}` : `/accounts/login${nextQuery(next)}`)
}
