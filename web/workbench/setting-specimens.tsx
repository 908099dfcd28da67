import { render } from 'preact'
import { Choice } from '../controls/choice.tsx'
import { ListOf } from '../controls/list-of.tsx'
import { LongText } from '../controls/long-text.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { PictureField } from '../controls/picture-field.tsx'
import type { Saving, SavingState } from '../controls/saving.ts'
import { Setting, SettingGroup } from '../controls/setting.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Toggle } from '../controls/toggle.tsx'

const at = <T,>(value: T, state: SavingState = 'still', refusal = ''): Saving<T> => ({
  value,
  known: value,
  state,
  refusal,
  run: async () => true,
})
const options = [
  { value: 'everybody', label: 'Everyone' },
  { value: 'nobody', label: 'Nobody at all, not even those who made it' },
]
const two = [
  { value: 1, label: 'This' },
  { value: 2, label: 'That' },
]
const help = 'What it does, in a sentence or two, as somebody would say it who has used it for a while.'
const locked = 'Only administrators can change this.'
const refusal = 'This name is taken already.'

export function openSpecimens(): void {
  const page = document.querySelector('.settings-page')
  if (page) render(<Specimens />, page)
}

const Specimens = () => (
  <>
    <h2>Controls</h2>
    <SettingGroup title="On or off" help="Saved at once.">
      <Setting id="a" label="A toggle" help={help} saving={at(true)}>
        <Toggle saving={at(true)} />
      </Setting>
      <Setting id="b" label="Being saved" saving={at(false, 'saving')}>
        <Toggle saving={at(false)} />
      </Setting>
      <Setting id="c" label="Saved" saving={at(true, 'saved')}>
        <Toggle saving={at(true)} />
      </Setting>
      <Setting id="d" label="Refused" saving={at(false, 'refused', refusal)}>
        <Toggle saving={at(false)} />
      </Setting>
      <Setting id="e" label="Locked" help={help} locked={locked}>
        <Toggle saving={at(true)} />
      </Setting>
      <Setting id="f" label="Locked, off" locked={locked}>
        <Toggle saving={at(false)} />
      </Setting>
    </SettingGroup>
    <SettingGroup title="One of several">
      <Setting id="g" label="A list" help={help} saving={at('nobody', 'saved')}>
        <Choice saving={at('nobody')} options={options} />
      </Setting>
      <Setting id="h" label="Locked" locked={locked}>
        <Choice saving={at('everybody')} options={options} />
      </Setting>
      <Setting id="i" label="Side by side" saving={at(1)}>
        <Choice saving={at(1)} options={two} kind="buttons" />
      </Setting>
    </SettingGroup>
    <SettingGroup title="Texts and numbers">
      <Setting id="j" label="A line" help={help} isWide saving={at('Ada', 'refused', refusal)}>
        <TextField saving={at('Ada')} maxLength={100} />
      </Setting>
      <Setting id="k" label="Locked" isWide locked={locked}>
        <TextField saving={at('Analytical Engines')} maxLength={100} />
      </Setting>
      <Setting id="l" label="Several lines" isWide saving={at('', 'saved')}>
        <LongText saving={at('One\nTwo')} maxLength={1000} />
      </Setting>
      <Setting id="m" label="A number" help={help} saving={at(16)}>
        <NumberField saving={at(16)} min={1} max={100} unit="days" />
      </Setting>
    </SettingGroup>
    <SettingGroup title="Lists and pictures">
      <ListOf
        items={['soup', 'release 2.4', 'a name that is rather long, for a name, and goes on for more than a line']}
        keyOf={(one) => one}
        nameOf={(one) => one}
        label="Words"
        empty="None yet."
        remove={async () => {}}
        arrange={async () => {}}
      >
        {(one) => one}
      </ListOf>
      <ListOf items={[]} keyOf={String} nameOf={String} label="Words" empty="None yet.">
        {String}
      </ListOf>
      <Setting id="n" label="A picture" isWide>
        <PictureField aspect={1} width={512} upload={async () => {}} remove={async () => {}}>
          <span class="avatar" style={{ inlineSize: '72px', blockSize: '72px' }} />
        </PictureField>
      </Setting>
    </SettingGroup>
  </>
)
