import type { HLJSApi, Language } from 'highlight.js'

/** Lean 4, which highlight.js has no grammar for. Distinguishes commands, tactics, comments, and literals. */
export function lean(hljs: HLJSApi): Language {
  const block = hljs.COMMENT('/-', '-/', { contains: ['self'] })
  return {
    name: 'Lean4',
    keywords: {
      $pattern: /#?[\p{L}_][\p{L}\p{N}_!?']*/u,
      keyword:
        'theorem lemma def abbrev instance class structure inductive coinductive example axiom opaque namespace ' +
        'section end open import export variable variables universe universes noncomputable private protected ' +
        'partial unsafe mutual where extends deriving extending attribute macro macro_rules syntax notation infix ' +
        'infixl infixr prefix postfix elab set_option local scoped fun let have show from suffices at by do if then ' +
        'else match with return for in while try catch finally unless mut obtain calc this forall exists ' +
        '#check #eval #print #reduce #guard #guard_msgs #synth #min_imports #find',
      built_in:
        'intro intros exact apply refine rw rwa simp simp_all simpa ring ring_nf linarith nlinarith omega norm_num ' +
        'constructor cases rcases rintro induction exists use ext funext congr unfold change convert contradiction ' +
        'exfalso by_contra by_cases push_neg positivity field_simp aesop decide tauto trivial rfl assumption grind',
      type: 'Type Prop Sort Nat Int Rat Real Bool String Char List Array Option Unit Set Finset Fin',
      literal: 'true false True False',
      meta: 'sorry admit',
    },
    contains: [
      hljs.COMMENT('--', '$'),
      block,
      { scope: 'string', begin: '"', end: '"', contains: [hljs.BACKSLASH_ESCAPE] },
      { scope: 'meta', begin: /@\[/, end: /\]/ },
      { scope: 'number', begin: /(?<![\p{L}\p{N}_.])\d+(?:\.\d+)?(?![\p{L}_])/u },
      { scope: 'operator', begin: /:=|=>|->|<-|<;>|[∀∃λ→←↔↦∧∨¬⟨⟩∘×≠≤≥∈∉⊆▸·•∣⊢]/u },
    ],
    unicodeRegex: true,
  } as Language
}
