import type { ListedBlob } from './store.ts'

/**
 * The bucket's URL and the folder in it, with a trailing slash. The bucket is the first path segment, or in
 * virtual-hosted style (`https://files.s3.eu-west-1.amazonaws.com`) part of the host name.
 */
export function bucketOf(url: string): { bucket: string; folder: string } {
  const { origin, hostname, pathname } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const isInHost = /^[^.].*\.s3[.-]/.test(hostname)
  const folder = isInHost ? parts : parts.slice(1)
  return {
    bucket: isInHost ? `${origin}/` : `${origin}/${parts[0] ?? ''}`,
    folder: folder.map((part) => `${decodeURIComponent(part)}/`).join(''),
  }
}

export async function readListing(xml: string): Promise<{ blobs: ListedBlob[]; next: string | undefined }> {
  const { Parser } = await import('htmlparser2')
  const blobs: ListedBlob[] = []
  let [text, key, next, isTruncated] = ['', '', '', false]
  const parser = new Parser(
    {
      onopentag: () => {
        text = ''
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: (name) => {
        if (name === 'Key') key = text
        else if (name === 'Size') blobs.push({ key, size: Number(text) })
        else if (name === 'NextContinuationToken') next = text
        else if (name === 'IsTruncated') isTruncated = text.trim() === 'true'
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  if (isTruncated && !next) throw new Error('The file store does not say how its list goes on')
  return { blobs, next: isTruncated ? next : undefined }
}
