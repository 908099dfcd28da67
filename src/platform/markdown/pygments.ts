/** highlight.js scope -> Pygments class. */
const classes: Record<string, string> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'm',
  operator: 'o',
  punctuation: 'p',
  property: 'n',
  regexp: 'sr',
  string: 's',
  'char.escape': 'se',
  char: 'sc',
  subst: 'si',
  symbol: 'ss',
  class: 'nc',
  function: 'nf',
  variable: 'nv',
  'variable.language': 'bp',
  'variable.constant': 'no',
  title: 'nf',
  'title.class': 'nc',
  'title.class.inherited': 'nc',
  'title.function': 'nf',
  'title.function.invoke': 'nf',
  params: '',
  comment: 'c',
  doctag: 'cs',
  meta: 'cp',
  'meta.prompt': 'gp',
  'meta.keyword': 'cp',
  'meta.string': 'cpf',
  section: 'gh',
  tag: 'nt',
  name: 'nt',
  attr: 'na',
  attribute: 'na',
  bullet: 'l',
  code: 'sb',
  emphasis: 'ge',
  strong: 'gs',
  formula: 's',
  link: 'sx',
  quote: 'c',
  'selector-tag': 'nt',
  'selector-id': 'nn',
  'selector-class': 'nc',
  'selector-attr': 'na',
  'selector-pseudo': 'nd',
  'template-tag': 'cp',
  'template-variable': 'nv',
  addition: 'gi',
  deletion: 'gd',
}

/** Pygments class of a highlight.js span; undefined for an embedded language, '' for scopes without a color. */
export function classOf(hljsClass: string): string | undefined {
  if (!hljsClass.startsWith('hljs-')) return undefined
  const scope = hljsClass
    .split(' ')
    .map((part) => part.replace(/^hljs-|(?<!_)_+$/g, ''))
    .join('.')
  return classes[scope] ?? classes[scope.split('.', 1)[0]!] ?? ''
}
