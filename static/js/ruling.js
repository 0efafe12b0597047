// The form of a ruling: shows the fields of what is ruled, and those of a score sheet that apply.
// What is hidden is not sent. The preview is the server's: the form asks for it after every change.
const form = document.getElementById("ruling");

function valueOf(name) {
  return new FormData(form).get(name) ?? "";
}

function show(part, shown) {
  part.hidden = !shown;
  part.disabled = !shown;
}

function showFields() {
  const kind = valueOf("kind");
  for (const part of form.querySelectorAll("[data-for]")) {
    show(part, part.dataset.for.split(" ").includes(kind));
  }
  for (const part of form.querySelectorAll("[data-if]")) {
    const [name, values] = part.dataset.if.split("=");
    show(part, values.split(",").includes(valueOf(name)));
  }
}

// A row of the table of penalties says what it takes; whoever departs from it writes over that.
function takeRow(rows) {
  const row = rows.selectedOptions[0].dataset;
  form.elements["penalty"].value = row.kind ?? "";
  form.elements["penalty-game"].value = row.game ?? "";
  form.elements["penalty-table"].value = row.table ?? "";
}

document.getElementById("penalty-rule")?.addEventListener("change", (event) => {
  takeRow(event.target);
});
form.addEventListener("change", showFields);
showFields();
