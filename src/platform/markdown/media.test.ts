import { expect, test } from 'vitest'
import { context, html, p } from './fixture.ts'
import { renderMarkdown, type UploadedFile } from './index.ts'

const known = (file: UploadedFile) => ({ uploadedFile: () => file })
const png = { content_type: 'image/png', width: 1920, height: 1080 }

test('a linked picture upload is previewed after its block', () => {
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

test("a paragraph with only a picture's URL is replaced by the picture", () => {
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

test('quotes have no previews, nor do organizations that turned them off', () => {
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

test('image syntax embeds uploads and links other URLs', () => {
  expect(html('a ![x "y"](/user_uploads/2/ab/c.png)')).toBe(
    p(
      'a <img alt="x &quot;y&quot;" class="inline-image" data-original-src="/user_uploads/2/ab/c.png" src="/user_uploads/2/ab/c.png">',
    ),
  )
  expect(html('![x](https://x.org/y)')).toBe(p('!<a href="https://x.org/y">x</a>'))
})

test('image syntax for a missing or non-image upload makes a plain link', () => {
  const gone = { uploadedFile: () => undefined }
  expect(html('a ![x](/user_uploads/2/ab/c.png)!', gone)).toBe(p('a <a href="/user_uploads/2/ab/c.png">x</a>!'))
  expect(html('![](/user_uploads/2/ab/c.png)', gone)).toBe(
    p('<a href="/user_uploads/2/ab/c.png">/user_uploads/2/ab/c.png</a>'),
  )
  expect(html('![p](/user_uploads/2/ab/c.pdf)', known({ content_type: 'application/pdf' }))).toBe(
    p('<a href="/user_uploads/2/ab/c.pdf">p</a>'),
  )
})

test('videos are previewed, and image syntax embeds audio', () => {
  expect(html('[v](/user_uploads/2/a/v.mp4)')).toContain(
    '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/a/v.mp4"><video preload="metadata" src="/user_uploads/2/a/v.mp4"></video></a></div>',
  )
  expect(html('![s.mp3](/user_uploads/2/a/s.mp3)')).toBe(
    p('<audio controls preload="metadata" src="/user_uploads/2/a/s.mp3" title="s.mp3"></audio>'),
  )
})

test('external videos and audio are previewed after their block, once each', () => {
  const film = 'https://x.org/f.webm?start=3'
  expect(html(`[f](${film}) ${film}`)).toBe(
    `<p><a href="${film}">f</a> <a href="${film}">${film}</a></p>\n` +
      `<div class="message_inline_image message_inline_video"><a href="${film}">` +
      `<video preload="metadata" src="${film}"></video></a></div>`,
  )
  expect(html('so: https://x.org/a/song.mp3')).toBe(
    '<p>so: <a href="https://x.org/a/song.mp3">https://x.org/a/song.mp3</a></p>\n' +
      '<div class="message_inline_audio"><audio controls preload="metadata" src="https://x.org/a/song.mp3" title="song.mp3"></audio></div>',
  )
})

test("any YouTube URL shows the video's thumbnail", () => {
  const externalImageUrl = (url: string) => `/external/${encodeURIComponent(url)}`
  const picture = externalImageUrl('https://i.ytimg.com/vi/0123456789a/mqdefault.jpg')
  for (const url of [
    'https://www.youtube.com/watch?v=0123456789a',
    'https://m.youtube.com/watch?feature=share&v=0123456789a',
    'https://youtu.be/0123456789a?t=60',
    'https://www.youtube.com/embed/0123456789a',
    'https://youtube.com/shorts/0123456789a',
    'https://www.youtube-nocookie.com/live/0123456789a',
  ]) {
    const shown = html(`see ${url} ${url}`, { externalImageUrl })
    const preview = `<div class="youtube-video message_inline_image"><a data-id="0123456789a" href="${url.replace('&', '&amp;')}"><img src="${picture}"></a></div>`
    expect(shown.endsWith(`</p>\n${preview}`), shown).toBe(true)
    expect(shown.split('youtube-video')).toHaveLength(2)
  }
  for (const other of ['https://www.youtube.com/watch?v=short', 'https://youtube.com.evil.org/watch?v=0123456789a'])
    expect(html(other)).not.toContain('youtube-video')
  const quiet = { inlineImagePreview: false }
  expect(html('https://youtu.be/0123456789a', quiet)).not.toContain('<img')
})

test("a Vimeo video shows its page's picture and includes its player", () => {
  const linkPreview = () => ({ kind: 'page', title: 'A "film"', image: 'https://i.vimeocdn.com/1.jpg' }) as const
  expect(html('https://vimeo.com/123456789', { linkPreview })).toBe(
    '<p><a href="https://vimeo.com/123456789">https://vimeo.com/123456789</a></p>\n' +
      '<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;https://player.vimeo.com/video/123456789&quot; allowfullscreen&gt;&lt;/iframe&gt;" ' +
      'href="https://vimeo.com/123456789" title="A &quot;film&quot;"><img src="https://i.vimeocdn.com/1.jpg"></a></div>',
  )
  expect(html('https://vimeo.com/about', { linkPreview })).toContain('message_embed')
})

test('a message has at most 24 previews', () => {
  const text = Array.from({ length: 40 }, (_, i) => `https://x.org/${i}.png`).join(' ')
  expect(html(text).match(/message_inline_image/g)).toHaveLength(24)
})
