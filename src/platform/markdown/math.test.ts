import { expect, test, vi } from 'vitest'
import { html } from './fixture.ts'

test('an inline formula is KaTeX with its source and the class names clients expect', () => {
  const out = html('$$x_1$$')
  expect(out).toMatch(/^<p><span class="katex"><span class="katex-mathml"><math xmlns=/)
  expect(out).toContain('<annotation encoding="application/x-tex">x_1</annotation>')
  expect(out).toContain('<span class="base"><span class="strut" style="')
  expect(out).not.toMatch(/katex-(?!mathml|html)/)
})

test('a block formula is displayed inside a paragraph', () => {
  expect(html('```math\nx\n```')).toMatch(/^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/)
})

test('a formula with an error shows its source', () => {
  expect(html('$$\\bad<$$')).toBe('<p><span class="tex-error">$$\\bad&lt;$$</span></p>')
  expect(html('```math\n\\bad<\n```')).toBe('<p><span class="tex-error">\\bad&lt;</span></p>')
})

test('dollars without a formula stay text', () => {
  expect(html('$$$ and $5 and $$$$ and $$a')).toBe('<p>$$$ and $5 and $$$$ and $$a</p>')
  expect(html('$$ $$')).toBe('<p>$$ $$</p>')
  expect(html('$$a\nb$$')).toBe('<p>$$a<br>\nb$$</p>')
})

test('a formula may have escaped dollars, and spaces at its ends', () => {
  expect(html('($$5\\$$$)')).toContain('encoding="application/x-tex">5\\$</annotation>')
  expect(html('$$ x $$')).toContain('encoding="application/x-tex"> x </annotation>')
  expect(html('a$$x$$ $$x$$b $$_$$')).toBe('<p>a$$x$$ $$x$$b $$_$$</p>')
})

test('other fences inside a block formula are part of it', () => {
  expect(html('```math\n````\nx\n````\n```')).toContain('encoding="application/x-tex">````\nx\n````</annotation>')
})

test('TeX commands for links and styles are rejected', () => {
  expect(html('$$\\href{javascript:alert(1)}{x}$$')).not.toMatch(/href="/)
  expect(html('$$\\htmlStyle{color:red}{x}$$')).not.toContain('style="color:red')
  expect(html('$$\\includegraphics{https://x.org/a.png}$$')).not.toContain('<img')
})

test("formulas beyond a message's budget stay source", () => {
  const out = html('$$x$$ '.repeat(20_000))
  expect(out).toContain('<span class="tex-error">$$x$$</span>')
})

test("the HTML of a message's formulas is limited", () => {
  const block = `\`\`\`math\n${'\\overbrace{a}^b'.repeat(130)}\n\`\`\`\n`
  expect(html(block.repeat(6)).length).toBeLessThan(500_000)
})

test('formulas cannot define macros, which could expand endlessly', () => {
  const bomb = (definition: string) => `${definition}{${'}'.repeat(900)}${'\\a'.repeat(190)}`
  const definitions = [
    'def',
    'gdef',
    'edef',
    'xdef',
    'let',
    'futurelet',
    'newcommand',
    'renewcommand',
    'providecommand',
  ]
  for (const name of definitions)
    for (const tex of [bomb(`\\${name}\\a`), `\\${name} \\a{x}\\a`, `x \\${name}{\\a}{x}`, `\\global\\${name}\\a x`])
      expect(html(`$$${tex}$$`), tex).toBe(`<p><span class="tex-error">$$${tex}$$</span></p>`)
  // KaTeX's internal macros can be abused in the same way
  const own = '\\tag{xxx}\\df@tag'
  expect(html(`$$${own}$$`)).toBe(`<p><span class="tex-error">$$${own}$$</span></p>`)
  for (const tex of ['\\deg', '\\left( x \\right)', '\\longrightarrow', '\\lettering'])
    expect(html(`$$${tex}$$`).includes('class="katex"'), tex).toBe(tex !== '\\lettering')
})

test("a formula writes nothing to the server's console", () => {
  const spies = (['log', 'error', 'warn'] as const).map((name) => vi.spyOn(console, name))
  for (const tex of ['\\show\\x', '\\message{hello}', '\\errmessage{hello}']) html(`$$${tex}$$`)
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})
