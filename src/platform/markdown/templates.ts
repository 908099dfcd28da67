const LITERAL = /^(?:[^\s\p{Cc}"<>\\^`{|}%]|%[0-9a-f]{2})*$/iu
const NAME = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})'
const VARIABLE = new RegExp(`^(${NAME}+(?:\\.${NAME}+)*)(?::[1-9]\\d{0,3}|\\*)?$`)

/** The variables of an RFC 6570 template; undefined if invalid, which the expanding library treats as text. */
export function templateVariables(template: string): string[] | undefined {
  const names = new Set<string>()
  // odd parts are between braces
  const parts = template.split(/\{([^{}]*)\}/u)
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      if (!LITERAL.test(part)) return undefined
      continue
    }
    for (const one of part.replace(/^[+#./;?&]/, '').split(',')) {
      const name = VARIABLE.exec(one)?.[1]
      if (name === undefined) return undefined
      names.add(name)
    }
  }
  return [...names]
}

/** The names in a short text with `{name}` for values and `{{`, `}}` for braces; undefined if it's malformed. */
export function reverseTemplateVariables(template: string): string[] | undefined {
  const names = new Set<string>()
  const rest = template.replace(/\{\{|\}\}|\{(\w+)\}/gu, (_all, name: string | undefined) => {
    if (name !== undefined) names.add(name)
    return ''
  })
  return /[{}]/.test(rest) ? undefined : [...names]
}
