import { copy } from '../parts/clipboard.ts'
import { t } from '../texts/channel-general.ts'

export const SecretAddress = ({ label, address }: { label: string; address: string }) => (
  <>
    <div class="outside-line">
      <input type="text" readOnly value={address} aria-label={`${label}: ${t.address}`} />
      <button type="button" class="button" aria-label={`${t.copyAddress}: ${label}`} onClick={() => void copy(address)}>
        {t.copyAddress}
      </button>
    </div>
    <p class="soft">{t.addressHint}</p>
  </>
)
