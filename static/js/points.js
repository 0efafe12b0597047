// The sum of the four final points, while they are typed.
const form = document.getElementById("points-form");
const output = document.getElementById("points-sum");

function add() {
  const fields = [...form.querySelectorAll("[name^=points_]")];
  const numbers = fields.map((field) => Number(field.value.trim().replace("−", "-") || 0));
  const sum = numbers.reduce((one, other) => one + other, 0);
  output.textContent = Number.isFinite(sum) ? String(sum) : "?";
  output.classList.toggle("good", sum === 0);
}

form.addEventListener("input", add);
add();
