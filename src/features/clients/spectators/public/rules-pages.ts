import { Html, html } from '#platform/html'
import { directionOf } from '#platform/languages'
import { type OpenContext, type PageAnswer, PublicDocument } from '#platform/serve'
import { messageHtml } from '../../../data/exports/public.ts'
import { rulesOf } from '../../../people/community-rules/cache.ts'
import { isClosed } from '../../../people/organization/actions.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { pictureUrl } from '../../../people/organization/picture.ts'
import { textsIn } from '../texts.ts'
import { nothingHere } from './absent-pages.ts'
import { publicReader } from './access.ts'
import { publicText } from './message-text.ts'

/** The community rules, also for people who can't read any channel without an account. */
export async function rulesPage(ctx: OpenContext): Promise<PageAnswer> {
  const org = ctx.maybeOrg
  if (!org || isClosed(org)) return nothingHere(ctx)
  const { version, rendered } = rulesOf(org)
  if (version === 0) return nothingHere(ctx)
  const { name } = org.get(organizationCache)
  const { language } = org
  const reader = await publicReader(ctx)
  const textOf = reader ? publicText(reader) : (text: string) => messageHtml(text, withoutPublicChannels(org.id))
  const title = textsIn(language).rules
  const text = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<meta name="robots" content="noindex">
<link rel="icon" type="image/png" href="/static/icon.png">
<link rel="stylesheet" href="/static/site.css">
</head>
<body>
<header><nav><a href="/">${name}</a></nav></header>
<main>
<h1>${title}</h1>
<div class="text" dir="auto">${new Html(textOf(rendered).html)}</div>
</main>
</body>
</html>
`.text
  return new PublicDocument('text/html; charset=utf-8', text, false)
}

const withoutPublicChannels = (orgId: number) => ({
  upload: () => undefined,
  emoji: (file: string) => pictureUrl(orgId, 'emoji', file),
  conversation: () => undefined,
})
