import { expect, test } from 'vitest'
import { html } from './fixture.ts'

test('a formula in a line is KaTeX with its source as annotation and the class names clients know', () => {
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
  expect(html('$$\\bad<$$')).toBe('<p><span class="tex-error">\\bad&lt;</span></p>')
})

test('dollars that enclose nothing stay', () => {
  expect(html('$$$ and $5 and $$$$ and $$a')).toBe('<p>$$$ and $5 and $$$$ and $$a</p>')
  expect(html('$$ $$')).toBe('<p>$$ $$</p>')
  expect(html('$$a\nb$$')).toBe('<p>$$a<br>\nb$$</p>')
})

test('links and styles of TeX are refused', () => {
  expect(html('$$\\href{javascript:alert(1)}{x}$$')).not.toMatch(/href="/)
  expect(html('$$\\htmlStyle{color:red}{x}$$')).not.toContain('style="color:red')
  expect(html('$$\\includegraphics{https://x.org/a.png}$$')).not.toContain('<img')
})

test('formulas beyond the budget of a message stay source', () => {
  const out = html('$$x$$ '.repeat(20_000))
  expect(out).toContain('<span class="tex-error">x</span>')
})

test('a message of formulas does not unfold without end', () => {
  const block = `\`\`\`math\n${'\\overbrace{a}^b'.repeat(130)}\n\`\`\`\n`
  expect(html(block.repeat(6)).length).toBeLessThan(500_000)
})
