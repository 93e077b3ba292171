/** The style of the page: one column, in the colours that the reader's system asks for, fit for print. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8885; --soft: #8882; --accent: light-dark(#0b57d0, #8ab4f8); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 66rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 0.75rem; overflow: auto; border-radius: 0.5rem; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
section section { border-top: 1px solid var(--line); padding-block: 0.5rem; }
h3 code { font-size: 1em; }
.verb { font-weight: 700; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding-block: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.5rem; border-top: 1px solid var(--line); }
`;
