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

form.addEventListener("change", showFields);
showFields();
