import { expect, test } from 'vitest'
import { assertSafe, TAGS } from './safety.ts'
import { renderSpecimen, specimens } from './specimens.ts'

const all = Object.values(specimens).flat()

test('the specimens cover every tag and attribute that a rendering may have', () => {
  const found = all.map(renderSpecimen).join('\n')
  for (const html of all.map(renderSpecimen)) assertSafe(html)
  const tags = Object.entries(TAGS)
  for (const [tag, attributes] of tags) {
    expect(found, tag).toMatch(new RegExp(`<${tag}[ >]`))
    for (const name of Object.keys(attributes))
      expect(found, `${name} of ${tag}`).toMatch(new RegExp(`<${tag}(?: [^>]*)? ${name}[ =>]`))
  }
  const classes = ['a', 'div'].flatMap((tag) => {
    const [, list = ''] = /\(\?:(.*)\)/.exec(TAGS[tag]?.class?.source ?? '') ?? []
    return list.split('|').map((name) => `<${tag} class="${name}"`)
  })
  expect(classes.length).toBeGreaterThan(10)
  for (const start of classes) expect(found).toContain(start)
  for (const name of ['user-mention', 'user-mention silent', 'user-group-mention', 'topic-mention', 'katex'])
    expect(found).toContain(`<span class="${name}"`)
})

test('specimens have unique names and are not plain text', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const one of all) expect(renderSpecimen(one), one.name).toMatch(/^<(?:p|div|h1|ul|ol|blockquote|table)/)
  const shown = (name: string) => renderSpecimen(all.find((one) => one.name === name) as (typeof all)[number])
  expect(shown('formulas with errors').split('tex-error')).toHaveLength(3)
  expect(shown('an upload that is gone')).not.toContain('<img')
  expect(shown('people').split('data-user-id="31"')).toHaveLength(3)
})
