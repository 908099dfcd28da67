import { expect, test } from 'vitest'
import { html } from './fixture.ts'

const block = (inner: string, language?: string) =>
  `<div class="codehilite"${language ? ` data-code-language="${language}"` : ''}><pre><span></span><code>${inner}</code></pre></div>`

test('code without a language is only escaped', () => {
  expect(html('```\n<a> & b\n```')).toBe(block('&lt;a&gt; &amp; b\n'))
  expect(html('    indented')).toBe(block('indented\n'))
  expect(html('~~~\nx')).toBe(block('x\n'))
})

test('code is highlighted with Pygments classes, one flat span per line', () => {
  expect(html('```py\ndef f(x):\n  """a\n  b"""\n  return "y" # c\n```')).toBe(
    block(
      '<span class="k">def</span> <span class="nf">f</span>(x):\n  <span class="s">&quot;&quot;&quot;a</span>\n' +
        '<span class="s">  b&quot;&quot;&quot;</span>\n  <span class="k">return</span> <span class="s">&quot;y&quot;</span> <span class="c"># c</span>\n',
      'Python',
    ),
  )
})

test('an alias shows the name of its language', () => {
  for (const [alias, shown] of [
    ['js', 'JavaScript'],
    ['C++', 'C++'],
    ['lean4', 'Lean4'],
    ['toml', 'TOML'],
    ['bash session', 'Bash'],
    ['py2', 'Python 2.x'],
    ['html+php', 'HTML+PHP'],
    ['HTML+Django', 'HTML+Django/Jinja'],
    ['text', 'Text only'],
    ['sh', 'Bash'],
  ]) {
    expect(html(`\`\`\`${alias}\n\`\`\``)).toBe(block('', shown))
  }
})

test('an unknown language is shown as typed, escaped', () => {
  expect(html('```Nonsense/1\n<\'">\n```')).toBe(block('&lt;&#39;&quot;&gt;\n', 'Nonsense/1'))
})

test("the organization's default language applies to code without a language", () => {
  expect(html('```\n1\n```', { defaultCodeLanguage: 'python' })).toBe(block('<span class="m">1</span>\n', 'Python'))
  expect(html('```text\n1\n```', { defaultCodeLanguage: 'python' })).toBe(block('1\n', 'Text only'))
})

test('Markdown in code is not rendered', () => {
  expect(html('`*a* :smile: @**all** $$x$$ https://x.org`')).toBe(
    '<p><code>*a* :smile: @**all** $$x$$ https://x.org</code></p>',
  )
  expect(html('```\n@**all** :smile:\n```')).toBe(block('@**all** :smile:\n'))
})

test('a huge block and an endless word stay plain', () => {
  expect(html(`\`\`\`py\n${'def f(): 1\n'.repeat(2000)}\`\`\``)).not.toContain('<span class=')
  expect(html(`\`\`\`java\n${'a'.repeat(400)}\n\`\`\``)).not.toContain('<span class=')
})
