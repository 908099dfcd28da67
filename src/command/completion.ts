import { completedBy } from './completed.ts'
import { bashScript } from './completion-bash.ts'
import { fishScript } from './completion-fish.ts'
import { zshScript } from './completion-zsh.ts'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import type { Means } from './terminal.ts'

const shellScripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
const shellNames = ['bash', 'zsh', 'fish'] as const

export const completion = (means: Means): Command => ({
  name: 'completion',
  summary: 'Print the completion script for a shell',
  about: `For bash, source <(loquat completion bash); for zsh, save it as _loquat in a folder of $fpath; for fish, save it as ~/.config/fish/completions/loquat.fish. See docs/command-line.md.`,
  takes: [shellNames.join('|')],
  flags: {},
  uses: 'nothing',
  checksConfig: true,
  async run({ taken }) {
    const shell = shellNames.find((name) => name === taken[0])
    if (!shell) throw new UsageError(`'${taken[0]}' is not a supported shell; choose one of ${shellNames.join(', ')}`)
    const commands = await means.commands()
    means.terminal.say(shellScripts[shell](commands.map(completedBy)))
  },
})
