import { kebabCase, sections, version } from '#platform/config'
import { fileName } from './config-file.ts'
import { tomlText } from './config-shown.ts'
import { wrap } from './help.ts'
import { optionTexts } from './options.ts'

const width = 100

/** A configuration file in which every option is explained and commented out. */
export function exampleFile(): string[] {
  const lines = comment(
    `Configuration of Loquat ${version}. Save it as ${fileName} in the folder where the server runs or in its data directory, or name it with --config or LOQUAT_CONFIG. The command line and the environment take precedence. Relative paths are relative to this file. Secrets can be in files of their own: "file:/run/secrets/smtp-url". "Reloadable" options change without a restart: run 'loquat reload', or send SIGHUP. Check this file with 'loquat config check'.`,
  )
  for (const [section, title] of Object.entries(sections)) {
    const own = optionTexts.filter((one) => one.section === section && one.inFile)
    if (own.length === 0) continue
    lines.push('', ...comment(title), `[${section}]`)
    for (const { name, value, doc, fallback, reloadable, secret, repeats } of own) {
      const traits = [
        ...(secret ? ['Can be a file: reference.'] : []),
        ...(repeats ? ['A list is possible.'] : []),
        ...(reloadable ? ['Reloadable.'] : []),
      ]
      const text = [inFile(doc), ...traits].join(' ')
      const sample = fallback === undefined || fallback === '' ? `"${value}"` : tomlText(String(fallback))
      lines.push('', ...comment(text), `#${kebabCase(name)} = ${sample}`)
    }
  }
  return lines
}

/** Texts are written for the command line. */
const inFile = (doc: string): string =>
  doc
    .replaceAll(/--([a-z][a-z0-9-]+)/g, '$1')
    .replace(/ May be given several times\.$/, '')
    .replace(/ (?:If the URL contains a (?:password|secret), s|S)et it in the environment\./, '')

const comment = (text: string): string[] =>
  wrap(text, width - 2)
    .split('\n')
    .map((line) => `# ${line}`)
