import names from './language-names.generated.json' with { type: 'json' }

export interface Language {
  /** Value of `data-code-language`: the language's name in Pygments, or the name as typed. */
  shown: string
  /** highlight.js module; absent if the code isn't highlighted. */
  grammar?: string
}

/** grammar | shown name | further names. The grammar and the lowercase shown name are names too. */
const table = `
ada|Ada|
apache|ApacheConf|apacheconf
applescript|AppleScript|
armasm|ARM|
asciidoc|AsciiDoc|adoc
awk|Awk|gawk
bash|Bash|sh zsh ksh shell-script
basic|BASIC|
c|C|h
clojure|Clojure|clj edn
cmake|CMake|
coffeescript|CoffeeScript|coffee
coq|Coq|rocq
cpp|C++|c++ cc hpp cxx
crystal|Crystal|cr
csharp|C#|c# cs
css|CSS|
d|D|
dart|Dart|
delphi|Delphi|pascal pas objectpascal
diff|Diff|patch udiff
django|Django/Jinja|jinja jinja2 htmldjango
dockerfile|Docker|docker
dos|Batchfile|bat batch cmd
elixir|Elixir|ex exs
elm|Elm|
erb|ERB|
erlang|Erlang|erl
fortran|Fortran|f90
fsharp|F#|f# fs
gcode|g-code|
glsl|GLSL|
go|Go|golang
gradle|Gradle|
graphql|GraphQL|gql
groovy|Groovy|
haskell|Haskell|hs
haxe|Haxe|hx
http|HTTP|
ini|INI|cfg dosini properties
java|Java|
javascript|JavaScript|js jsx mjs cjs node
json|JSON|json5 jsonc json-object
julia|Julia|jl
kotlin|Kotlin|kt
latex|TeX|tex
lean|Lean4|lean4
lean|Lean|
less|LessCss|
lisp|Common Lisp|common-lisp cl elisp emacs-lisp
lua|Lua|
makefile|Makefile|make mk bsdmake
markdown|Markdown|md
matlab|Matlab|octave
nginx|Nginx configuration file|nginxconf
nim|Nimrod|nimrod
nix|Nix|nixos
objectivec|Objective-C|objective-c objc obj-c
ocaml|OCaml|ml
perl|Perl|pl
php|PHP|php3 php4 php5
plaintext|Text only|text txt plain plaintext nohighlight
pgsql|PostgreSQL SQL dialect|postgresql postgres
powershell|PowerShell|posh ps1 pwsh
prolog|Prolog|
protobuf|Protocol Buffer|proto
puppet|Puppet|
python|Python|py python3 py3 sage gyp
python-repl|Python console session|pycon
r|S|splus rlang
reasonml|ReasonML|reason
ruby|Ruby|rb
rust|Rust|rs
scala|Scala|
scheme|Scheme|scm
scss|SCSS|
shell|Bash Session|console shell-session sh-session bash-session
smalltalk|Smalltalk|squeak st
sml|Standard ML|
sql|SQL|
stylus|Stylus|
swift|Swift|
tcl|Tcl|
ini|TOML|
twig|Twig|
typescript|TypeScript|ts tsx
vbnet|VB.net|vb.net vb
verilog|verilog|v
vhdl|vhdl|
vim|VimL|viml
wasm|WebAssembly|wast wat
x86asm|NASM|asm nasm
xml|XML|xsl svg rss
xml|HTML|xhtml htm
yaml|YAML|yml
`

const byName = new Map<string, Language>()
for (const line of table.trim().split('\n')) {
  const [grammar, shown, more] = line.split('|') as [string, string, string]
  const language: Language = grammar === 'plaintext' ? { shown } : { shown, grammar }
  for (const name of [shown.toLowerCase(), grammar, ...more.split(' ')]) {
    if (name !== '' && !byName.has(name)) byName.set(name, language)
  }
}
byName.set('tex', { shown: 'TeX', grammar: 'latex' })
byName.set('literate haskell', { shown: 'Literate Haskell', grammar: 'haskell' })

/** Name -> aliases of all languages in Pygments 2.21, whose names clients and style sheets use. */
const nameOfAlias = new Map(Object.entries(names).flatMap(([name, aliases]) => aliases.map((alias) => [alias, name])))

/** Languages with their own names that are highlighted like another one. */
const LIKE: Record<string, string> = {
  'Python 2.x': 'python',
  'HTML+PHP': 'php',
  'HTML+Twig': 'twig',
  'Emacs Lisp': 'lisp',
}

/** The language for a name typed after a fence. */
export function languageOf(typed: string): Language {
  const lower = typed.toLowerCase()
  const shown = nameOfAlias.get(lower) ?? typed.slice(0, 60)
  const grammar = LIKE[shown] ?? byName.get(lower)?.grammar ?? byName.get(shown.toLowerCase())?.grammar
  return grammar === undefined ? { shown } : { shown, grammar }
}
