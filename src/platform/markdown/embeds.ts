import type { LinkPreview } from './context.ts'
import { escapeHtml, escapeText, type Run } from './run.ts'

/** Maximum number of pages fetched for one message's previews. */
export const MAX_PREVIEWED = 5

const VIDEO_ID = /^[\w-]{11}$/

export function youtubeId(href: string): string | undefined {
  if (!/youtu/.test(href) || !URL.canParse(href)) return undefined
  const { hostname, pathname, searchParams } = new URL(href)
  const host = hostname.replace(/^(?:www|m|music)\./, '')
  let id: string | null | undefined
  if (host === 'youtu.be') id = pathname.slice(1)
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    id = searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1]
  return id && VIDEO_ID.test(id) ? id : undefined
}

const vimeoId = (href: string) =>
  /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{4,12})(?:[/?#]|$)/i.exec(href)?.[1]

const pictureOf = (run: Run, url: string): string => run.context.externalImageUrl?.(url) ?? url

export function youtubeHtml(run: Run, href: string, id: string): string {
  const src = pictureOf(run, `https://i.ytimg.com/vi/${id}/mqdefault.jpg`)
  return (
    `<div class="youtube-video message_inline_image"><a data-id="${id}" href="${escapeHtml(href)}">` +
    `<img src="${escapeHtml(src)}"></a></div>\n`
  )
}

export function pageHtml(run: Run, href: string, { title = '', description, image }: LinkPreview): string {
  const link = escapeHtml(href)
  const picture = image === undefined ? undefined : pictureOf(run, image)
  const film = vimeoId(href)
  if (film !== undefined && picture !== undefined) {
    const player = `<iframe src="https://player.vimeo.com/video/${film}" allowfullscreen></iframe>`
    return (
      `<div class="embed-video message_inline_image"><a data-id="${escapeHtml(player)}" href="${link}" ` +
      `title="${escapeHtml(title)}"><img src="${escapeHtml(picture)}"></a></div>\n`
    )
  }
  const shown =
    picture === undefined
      ? ''
      : `<a class="message_embed_image" href="${link}" style="background-image: url(&quot;${inStyle(picture)}&quot;)"></a>`
  const text =
    description === undefined ? '' : `<div class="message_embed_description">${escapeText(description)}</div>`
  return (
    `<div class="message_embed">${shown}<div class="data-container"><div class="message_embed_title">` +
    `<a href="${link}" title="${escapeHtml(title)}">${escapeText(title)}</a></div>${text}</div></div>\n`
  )
}

/** Escapes characters that could end the URL or its string. */
const inStyle = (url: string) =>
  escapeHtml(
    url.replace(/["'()\\\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`),
  )
