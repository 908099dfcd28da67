import type { UploadedFile } from './context.ts'
import { MAX_PREVIEWED, pageHtml, youtubeHtml, youtubeId } from './embeds.ts'
import { uploadPath } from './links.ts'
import { escapeHtml, LIMITS, type Run } from './run.ts'

const IMAGES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  tiff: 'image/tiff',
}
const VIDEOS: Record<string, string> = { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' }
const SOUNDS: Record<string, string> = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', aac: 'audio/aac' }

/** Queues a linked file's preview for the end of the block; returns whether there is one. */
export function notePreview(run: Run, href: string, label: string): boolean {
  const path = uploadPath(href, run.context)
  const file = path === undefined ? undefined : uploaded(run, path)
  const type = path === undefined ? externalType(href) : (file?.content_type ?? '')
  const isImage = type.startsWith('image/')
  if (isImage) run.result.hasImage = true
  if (path === undefined && type === '') return noteExternal(run, href, label)
  if (!isImage && !isVideo(type) && (path !== undefined || !type.startsWith('audio/'))) return false
  if (run.context.inlineImagePreview === false) return false
  if (isImage) return push(run, href, () => imagePreview(run, href, label || nameOf(path ?? ''), file))
  return push(run, href, () => (isVideo(type) ? videoPreview(href) : audioPreview(href)))
}

/** Queues a preview of a YouTube video or page. Returns false, because the link stays next to it. */
function noteExternal(run: Run, href: string, label: string): false {
  if (!/^https?:\/\//i.test(href) || run.quoteDepth > 0 || isOwn(run, href)) return false
  const film = run.context.inlineImagePreview === false ? undefined : youtubeId(href)
  if (film !== undefined) {
    push(run, href, () => youtubeHtml(run, href, film))
    return false
  }
  const { previewUrls } = run.result
  if (!previewUrls.includes(href)) {
    if (previewUrls.length >= MAX_PREVIEWED) return false
    previewUrls.push(href)
  }
  const known = run.context.linkPreview?.(href)
  if (!known || (known.kind !== 'page' && run.context.inlineImagePreview === false)) return false
  if (known.kind === 'image') run.result.hasImage = true
  push(run, href, () => {
    if (known.kind === 'image') return imagePreview(run, href, label, undefined)
    if (known.kind === 'video') return videoPreview(href)
    return known.kind === 'audio' ? audioPreview(href) : pageHtml(run, href, known)
  })
  return false
}

const isOwn = ({ context: { realmUrl } }: Run, href: string) =>
  href.startsWith(realmUrl) && (href.length === realmUrl.length || /^[/?#]/.test(href.slice(realmUrl.length)))

/** Queues a preview; false in quotes, for a repeated URL, or past the limit. */
function push(run: Run, href: string, html: () => string): boolean {
  if (run.quoteDepth > 0 || run.previewCount >= LIMITS.previews || run.previewed.has(href)) return false
  run.previewCount++
  run.previewed.add(href)
  run.previews.push(html())
  return true
}

function uploaded(run: Run, path: string): UploadedFile | undefined {
  if (run.context.uploadedFile) return run.context.uploadedFile(path)
  const type = typeByName(path)
  return type === undefined ? undefined : { content_type: type }
}

const isVideo = (type: string) => type === 'video/mp4' || type === 'video/webm' || type === 'video/quicktime'

function typeByName(path: string): string | undefined {
  const extension = /\.([a-z0-9]{2,4})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return IMAGES[extension] ?? VIDEOS[extension] ?? SOUNDS[extension]
}

function externalType(href: string): string {
  if (!/^https?:\/\//i.test(href)) return ''
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(href)?.[1] ?? ''
  const type = typeByName(path) ?? ''
  return /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|video\/(?:mp4|webm)|audio\/.+)$/.test(type) ? type : ''
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function imagePreview(run: Run, href: string, title: string, file: UploadedFile | undefined): string {
  const titled = title === '' ? '' : ` title="${escapeHtml(title)}"`
  const img = imageTag(run, href, file, '', '')
  return `<div class="message_inline_image"><a href="${escapeHtml(href)}"${titled}>${img}</a></div>\n`
}

const videoPreview = (href: string) =>
  `<div class="message_inline_image message_inline_video"><a href="${escapeHtml(href)}">` +
  `<video preload="metadata" src="${escapeHtml(href)}"></video></a></div>\n`

const audioPreview = (href: string) =>
  `<div class="message_inline_audio"><audio controls preload="metadata" src="${escapeHtml(href)}" title="${escapeHtml(nameOf(href))}"></audio></div>\n`

/** `before` and `classes` are for the inline form; empty for previews. */
function imageTag(run: Run, href: string, file: UploadedFile | undefined, before: string, classes: string): string {
  const pending = file?.thumbnail_url === null
  const cls = [classes, pending ? 'image-loading-placeholder' : ''].filter(Boolean).join(' ')
  const { loadingImageUrl = '/static/images/loading.svg', externalImageUrl } = run.context
  const external = /^https?:/i.test(href)
  const src = pending
    ? loadingImageUrl
    : (file?.thumbnail_url ?? (external && externalImageUrl ? externalImageUrl(href) : href))
  let html = `<img${before}`
  if (cls !== '') html += ` class="${cls}"`
  if (file?.animated) html += ' data-animated="true"'
  if (file?.width && file.height) {
    html += ` data-original-content-type="${escapeHtml(file.content_type)}"`
    html += ` data-original-dimensions="${file.width}x${file.height}"`
  }
  if (classes !== '') html += ` data-original-src="${escapeHtml(href)}"`
  if (file?.transcoded) html += ` data-transcoded-image="${escapeHtml(file.transcoded)}"`
  return `${html} src="${escapeHtml(src)}">`
}

/** HTML of an upload in image syntax; undefined unless it's a picture or audio. */
export function inlineMedia(run: Run, href: string, label: string): string | undefined {
  const path = uploadPath(href, run.context)
  const file = path === undefined ? undefined : uploaded(run, path)
  if (path === undefined || !file) return undefined
  if (file.content_type.startsWith('image/')) {
    run.result.hasImage = true
    return imageTag(run, href, file, ` alt="${escapeHtml(label)}"`, 'inline-image')
  }
  if (!file.content_type.startsWith('audio/')) return undefined
  const title = escapeHtml(label || nameOf(path))
  return `<audio controls preload="metadata" src="${escapeHtml(href)}" title="${title}"></audio>`
}
