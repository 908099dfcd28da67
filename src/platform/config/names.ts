export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const flagOf = (name: string): string => `--${kebabCase(name)}`
export const variableOf = (name: string): string => `LOQUAT_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`
