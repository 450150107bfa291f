package referee_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// examplesCode returns what stands in each example as a page would show it, first the one of the package.
func examplesCode(t *testing.T) []string {
	t.Helper()
	source := read(t, "example_test.go")
	file, err := parser.ParseFile(token.NewFileSet(), "example_test.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(function.Name.Name, "Example") {
			continue
		}
		// Positions count from 1, and the body begins with its brace and a newline.
		body := source[function.Body.Lbrace+1 : function.Body.Rbrace-1]
		body = strings.TrimPrefix(body, "\tclient := example()\n\tdefer client.Close()\n")
		body = strings.ReplaceAll(body, "referee.New(target)", `referee.New("localhost:50051")`)
		codes = append(codes, strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n"))
	}
	return codes
}

func readmeCode(t *testing.T) []string {
	t.Helper()
	var blocks []string
	for _, found := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read(t, "README.md"), -1) {
		blocks = append(blocks, found[1])
	}
	return blocks
}

func TestReadmeRepeatsTheExamples(t *testing.T) {
	blocks := readmeCode(t)
	// The first is a whole program.
	_, body, _ := strings.Cut(blocks[0], "func main() {\n")
	blocks[0] = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSuffix(body, "}\n"), "\t"), "\n\t", "\n")
	if examples := examplesCode(t); !slices.Equal(blocks, examples) {
		t.Errorf("README.md has\n%s\nand example_test.go\n%s", strings.Join(blocks, "\n--\n"), strings.Join(examples, "\n--\n"))
	}
}

func TestProgramOfTheReadmeRuns(t *testing.T) {
	address := refereetest.Target(t)
	file := filepath.Join(t.TempDir(), "main.go")
	program := strings.ReplaceAll(readmeCode(t)[0], "localhost:50051", address)
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	printed, err := exec.CommandContext(t.Context(), "go", "run", file).CombinedOutput()
	if err != nil || string(printed) != "true 5 WOOD\n" {
		t.Errorf("got %q, %v", printed, err)
	}
}
