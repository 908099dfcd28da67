import { parseTemplate } from 'url-template'
import type { CodePlayground } from '../../src/features/text/custom-links/playgrounds/api.ts'
import { copy } from '../parts/clipboard.ts'
import { part } from '../store/connection.ts'
import { a } from '../texts/actions.ts'
import { openChoice } from './choice.tsx'

const playgrounds = part<CodePlayground[]>('realm_playgrounds')

export function handleCodeButton(button: HTMLElement): void {
  const block = button.closest<HTMLElement>('.codehilite')
  const code = block?.querySelector('pre')?.textContent ?? ''
  if (!button.matches('.try')) {
    void copy(code.replace(/\n$/, ''))
    return
  }
  const language = block?.dataset.codeLanguage?.toLowerCase()
  const fitting = (playgrounds.value ?? []).filter((one) => one.pygments_language.toLowerCase() === language)
  const open = ({ url_template }: CodePlayground) =>
    window.open(parseTemplate(url_template).expand({ code }), '_blank', 'noopener,noreferrer')
  const [first, ...others] = fitting
  if (first && others.length === 0) open(first)
  else if (first) openChoice(a.tryCodeOn, fitting, ({ name }) => name, open)
}
