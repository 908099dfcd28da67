import { Skeleton } from '../parts/skeleton.tsx'

interface Props {
  /** Why loading failed. */
  readonly problem: string | undefined
  readonly label: string
}

/** Shown instead of what's being loaded. */
export const Loading = ({ problem, label }: Props) =>
  problem ? (
    <p class="setting-problem" role="status">
      {problem}
    </p>
  ) : (
    <Skeleton label={label} />
  )
