import { expect, test } from 'vitest'
import { context, html, p } from './fixture.ts'
import { renderMarkdown, type UploadedFile } from './index.ts'

const known = (file: UploadedFile) => ({ uploadedFile: () => file })
const png = { content_type: 'image/png', width: 1920, height: 1080 }

test('a linked upload that is a picture is previewed behind its block', () => {
  const thumbnail_url = '/user_uploads/thumbnail/2/ab/c.png/840x560.webp'
  expect(html('see [c.png](/user_uploads/2/ab/c.png)\n\nnext', known({ ...png, thumbnail_url }))).toBe(
    '<p>see <a href="/user_uploads/2/ab/c.png">c.png</a></p>\n' +
      '<div class="message_inline_image"><a href="/user_uploads/2/ab/c.png" title="c.png">' +
      '<img data-original-content-type="image/png" data-original-dimensions="1920x1080" ' +
      `src="${thumbnail_url}"></a></div>\n<p>next</p>`,
  )
})

test('a placeholder is shown until there is a thumbnail', () => {
  expect(html('[c](/user_uploads/2/ab/c.png)', known({ ...png, thumbnail_url: null }))).toContain(
    '<img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/static/images/loading.svg">',
  )
})

test('a paragraph that is only the address of a picture gives way to it', () => {
  const preview =
    '<div class="message_inline_image"><a href="https://x.org/a.png"><img src="https://x.org/a.png"></a></div>'
  expect(html('https://x.org/a.png')).toBe(preview)
  expect(html('look: https://x.org/a.png')).toBe(
    `<p>look: <a href="https://x.org/a.png">https://x.org/a.png</a></p>\n${preview}`,
  )
  expect(html('- https://x.org/a.png')).toBe(
    `<ul>\n<li><a href="https://x.org/a.png">https://x.org/a.png</a></li>\n</ul>\n${preview}`,
  )
})

test('no previews in quotes, nor when the organization wants none', () => {
  expect(html('> https://x.org/a.png')).not.toContain('message_inline_image')
  const off = renderMarkdown('https://x.org/a.png', { ...context, inlineImagePreview: false })
  expect(off).toMatchObject({ html: p('<a href="https://x.org/a.png">https://x.org/a.png</a>'), hasImage: true })
})

test('pictures in a spoiler stay in the spoiler', () => {
  expect(html('```spoiler\nhttps://x.org/a.png\n```')).toMatch(
    /aria-hidden="true">\n<div class="message_inline_image">.*<\/div>\n<\/div><\/div>$/,
  )
})

test('external pictures may go through a proxy', () => {
  expect(html('https://x.org/a.png', { externalImageUrl: (url) => `/external/${encodeURIComponent(url)}` })).toContain(
    '<a href="https://x.org/a.png"><img src="/external/https%3A%2F%2Fx.org%2Fa.png">',
  )
})

test('image syntax shows uploads in place and leaves other addresses links', () => {
  expect(html('a ![x "y"](/user_uploads/2/ab/c.png)')).toBe(
    p(
      'a <img alt="x &quot;y&quot;" class="inline-image" data-original-src="/user_uploads/2/ab/c.png" src="/user_uploads/2/ab/c.png">',
    ),
  )
  expect(html('![x](https://x.org/y)')).toBe(p('!<a href="https://x.org/y">x</a>'))
})

test('image syntax for an upload that is gone, or no picture, is a plain link', () => {
  const gone = { uploadedFile: () => undefined }
  expect(html('a ![x](/user_uploads/2/ab/c.png)!', gone)).toBe(p('a <a href="/user_uploads/2/ab/c.png">x</a>!'))
  expect(html('![](/user_uploads/2/ab/c.png)', gone)).toBe(
    p('<a href="/user_uploads/2/ab/c.png">/user_uploads/2/ab/c.png</a>'),
  )
  expect(html('![p](/user_uploads/2/ab/c.pdf)', known({ content_type: 'application/pdf' }))).toBe(
    p('<a href="/user_uploads/2/ab/c.pdf">p</a>'),
  )
})

test('videos are previewed and sounds played by image syntax', () => {
  expect(html('[v](/user_uploads/2/a/v.mp4)')).toContain(
    '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/a/v.mp4"><video preload="metadata" src="/user_uploads/2/a/v.mp4"></video></a></div>',
  )
  expect(html('![s.mp3](/user_uploads/2/a/s.mp3)')).toBe(
    p('<audio controls preload="metadata" src="/user_uploads/2/a/s.mp3" title="s.mp3"></audio>'),
  )
})

test('a message has at most 24 previews', () => {
  const text = Array.from({ length: 40 }, (_, i) => `https://x.org/${i}.png`).join(' ')
  expect(html(text).match(/message_inline_image/g)).toHaveLength(24)
})
