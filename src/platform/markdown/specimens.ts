import { context } from './fixture.ts'
import { type MarkdownContext, renderMarkdown } from './index.ts'

interface Specimen {
  readonly name: string
  readonly text: string
}

const fence = (kind: string, text: string, sign = '```') => `${sign}${kind}\n${text}\n${sign}`

/** Every kind of rendering, in groups to view together. For tests and the workbench. */
export const specimens: Readonly<Record<string, readonly Specimen[]>> = {
  words: [
    { name: 'paragraphs and lines', text: 'One line\nand the next.\n\nAnother paragraph.' },
    { name: 'emphasis', text: '*slanted*, **strong**, ***both***, ~~gone~~, `code with  blanks`' },
    { name: 'what is only text', text: '<b>no markup</b>, snake_case_name, 2 * 3 * 4, \\*, &copy;' },
    { name: 'headings', text: [1, 2, 3, 4, 5, 6].map((depth) => `${'#'.repeat(depth)} Of depth ${depth}`).join('\n') },
    { name: 'emoji', text: ':octopus: 🐙 👨‍💻 3️⃣ :green_tick: :zulip: :) :nonsense:' },
    { name: 'emoji alone', text: ':tada: 🚀' },
    { name: 'times', text: '<time:2026-03-05T15:00:00+01:00> <time:1700000000> <time:tomorrow>' },
    { name: 'somebody does something', text: '/me waters the plants' },
    { name: 'a rule', text: 'above\n\n---\n\nbelow' },
  ],
  blocks: [
    { name: 'bullets', text: '* one\n  * inside\n    * further inside\n* two' },
    { name: 'numbers', text: '3. three\n4. four\n  7. seven\n  8. eight' },
    { name: 'mixed signs, paragraphs', text: '- one\n* two\n+ three\n\nand\n\n1. a\n\n   more of a\n\n2. b' },
    { name: 'quote', text: '> quoted *words*\n> of @**Ada Lovelace**\n\nan answer' },
    { name: 'quote by fence', text: fence('quote', `first\n\n${fence('py', 'x = 1')}`, '````') },
    { name: 'spoiler', text: fence('spoiler How it **ends**', 'They ship it.') },
    {
      name: 'table',
      text: '| left | middle | right |\n|:---|:---:|---:|\n| a | `b` | **c** |\n| longer words | 2 | 3 |',
    },
  ],
  code: [
    { name: 'code without a language', text: fence('', 'just\n  as <typed>') },
    {
      name: 'Python',
      text: fence('py', 'def ship(release: str) -> bool:\n    """Whether."""\n    return release == "2.4"  # now'),
    },
    {
      name: 'JavaScript',
      text: fence('js', 'const total = items.reduce((sum, { price }) => sum + price, 0) // cents'),
    },
    { name: 'Lean', text: fence('lean4', 'theorem two : 1 + 1 = 2 := by\n  rfl -- done') },
    { name: 'a difference', text: fence('diff', '-  old\n+  new') },
    { name: 'a language that nobody knows', text: fence('Nonsense/1', 'x <- y') },
    { name: 'code by indenting', text: 'text\n\n    indented\n      further' },
    { name: 'formula within a line', text: 'Euler: $$e^{i\\pi} + 1 = 0$$, and it costs $5.' },
    { name: 'formula by itself', text: fence('math', '\\int_0^1 x^2\\,dx = \\frac{1}{3}') },
    { name: 'formulas with errors', text: `$$\\bad{$$\n\n${fence('math', '\\worse{')}` },
  ],
  names: [
    { name: 'people', text: '@**Ada Lovelace**, quietly @_**Ada Lovelace|31**, nobody: @**Nobody** @_**Nobody**' },
    { name: 'groups', text: '@*support*, quietly @_*role:administrators*, none: @*nothing*' },
    { name: 'everybody', text: '@**all** @**topic** @_**channel**' },
    {
      name: 'channels and topics',
      text: '#**announce** #**announce>Server updates** #**announce>** #**announce>plans@214**',
    },
    { name: 'addresses', text: 'https://example.org/a_(b)?c=1&d=2, example.org/plain, ada@example.org, README.md' },
    {
      name: 'links',
      text: '[named](https://example.org "title"), [](https://example.org/empty), [no](javascript:alert(1))',
    },
    { name: 'linkifiers', text: 'See #12 and core#14.' },
  ],
  media: [
    { name: 'an uploaded picture', text: '[plan.png](/user_uploads/2/ab/plan.png)' },
    { name: 'a picture within the text', text: 'Here: ![the plan](/user_uploads/2/ab/plan.png)' },
    { name: 'a picture that moves', text: '[dance](/user_uploads/2/ab/dance.heic)' },
    { name: 'a picture that is not ready', text: '[new](/user_uploads/2/ab/new.png)' },
    { name: 'an upload that is gone', text: '![gone](/user_uploads/2/ab/gone.png)' },
    { name: 'a picture of another server', text: 'https://example.org/picture.png' },
    { name: 'films', text: '[film.mp4](/user_uploads/2/ab/film.mp4)\n\nhttps://www.youtube.com/watch?v=0123456789a' },
    { name: 'sounds', text: '![song.mp3](/user_uploads/2/ab/song.mp3) https://example.org/song.mp3' },
    { name: 'what a page says of itself', text: 'https://example.org/page' },
    { name: 'a film on Vimeo', text: 'https://vimeo.com/123456789' },
  ],
}

const uploads: Record<string, ReturnType<NonNullable<MarkdownContext['uploadedFile']>>> = {
  '2/ab/plan.png': {
    content_type: 'image/png',
    width: 1200,
    height: 800,
    thumbnail_url: '/user_uploads/thumbnail/2/ab/plan.png/840x560.webp',
  },
  '2/ab/dance.heic': {
    content_type: 'image/heic',
    width: 300,
    height: 200,
    animated: true,
    thumbnail_url: '/user_uploads/thumbnail/2/ab/dance.heic/300x200.webp',
    transcoded: '300x200.webp',
  },
  '2/ab/new.png': { content_type: 'image/png', width: 300, height: 200, thumbnail_url: null },
  '2/ab/film.mp4': { content_type: 'video/mp4' },
  '2/ab/song.mp3': { content_type: 'audio/mpeg' },
}

const known: Partial<MarkdownContext> = {
  translateEmoticons: true,
  uploadedFile: (path) => uploads[path],
  linkPreview: (url) => ({
    kind: 'page',
    title: url.includes('vimeo') ? 'A film' : 'A page about "plans"',
    description: 'What it says of itself, in a sentence or two.',
    image: 'https://example.org/picture.png',
  }),
  externalImageUrl: (url) => `/external_content/${Buffer.from(url).toString('hex')}`,
}

export const renderSpecimen = ({ text }: Specimen): string => renderMarkdown(text, { ...context, ...known }).html

interface RenderedSpecimen extends Specimen {
  readonly html: string
}

/** All specimens, rendered, by group. */
export const specimensOfTexts = (): Record<string, RenderedSpecimen[]> =>
  Object.fromEntries(
    Object.entries(specimens).map(([group, list]) => [
      group,
      list.map((one) => ({ ...one, html: renderSpecimen(one) })),
    ]),
  )
